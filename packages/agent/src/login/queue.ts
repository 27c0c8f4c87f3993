// Bounds work that is costly for the device, whoever asks for it.

/** Runs the work when its turn has come. Rejects at once when too much is waiting already. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

export interface QueueLimits {
  readonly atOnce: number
  readonly waiting: number
  /** What there was too much of, for the message. */
  readonly of: string
}

export function createQueue(limits: QueueLimits): Queue {
  let running = 0
  const waiting: (() => void)[] = []

  const enter = async () => {
    if (running < limits.atOnce) running += 1
    else if (waiting.length >= limits.waiting) throw new Error(`too many ${limits.of} at once`)
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

// Trying until it works, with waits that grow and are jittered: many devices lose one server at the same moment.
import { ApiError } from '@sshore/client'
import type { Clock } from '@sshore/link'

const retryWaits = { firstSeconds: 1, mostSeconds: 60, hopelessSeconds: 300 } as const
const retryableBelow500: ReadonlySet<number> = new Set([0, 408, 425, 429])

/** Whether trying again soon may help: nobody there, overloaded, or broken for the moment. */
const mayHeal = (failure: unknown): boolean =>
  !(failure instanceof ApiError) || failure.status >= 500 || retryableBelow500.has(failure.status)

/** Seconds the server asked for, where it did. */
function askedSeconds(failure: unknown): number {
  const header = failure instanceof ApiError ? failure.reply?.header('retry-after') : undefined
  return header !== undefined && /^\d{1,4}$/.test(header) ? Number(header) : 0
}

export interface RetryOptions {
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly signal: AbortSignal
  /** Seconds that the next wait may take, whatever the server asks for; as long as needed when absent. */
  readonly allowedSeconds?: () => number
  /** May throw to give up. */
  readonly onFailure: (failure: unknown, waitSeconds: number, mayHeal: boolean) => void
}

/** The agent was told to stop while it waited. */
class Stopped extends Error {
  constructor() {
    super('told to stop')
  }
}

/** Waits on the clock; rejects with `Stopped` when the signal comes first. */
export function pause(clock: Clock, seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new Stopped())
      return
    }
    const stop = () => {
      cancel()
      reject(new Stopped())
    }
    const cancel = clock.after(seconds * 1000, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Calls until it succeeds. A failure that cannot heal by itself is tried again too, but seldom: someone may mend it. */
export async function untilSuccess<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, random, signal, allowedSeconds, onFailure } = options
  for (let attempt = 0; ; attempt += 1) {
    if (signal.aborted) throw new Stopped()
    try {
      return await call()
    } catch (failure) {
      const healing = mayHeal(failure)
      const { firstSeconds, mostSeconds, hopelessSeconds } = retryWaits
      const ceiling = healing ? Math.min(mostSeconds, firstSeconds * 2 ** Math.min(attempt, 10)) : hopelessSeconds
      const wantedSeconds = Math.max(askedSeconds(failure), ceiling * (0.5 + random() / 2))
      const waitSeconds = Math.min(wantedSeconds, allowedSeconds?.() ?? wantedSeconds)
      onFailure(failure, waitSeconds, healing)
      await pause(clock, waitSeconds, signal)
    }
  }
}

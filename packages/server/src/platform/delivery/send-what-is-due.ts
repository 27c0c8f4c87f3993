// What queues in the database have in common that are sent from: several things at once, each taken on by one server alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../clock.ts'

export interface SendingQueue<Task> {
  /** Takes on what is due; undefined when there is nothing. */
  readonly claim: () => Promise<Task | undefined>
  /** Sends it and writes down how that went. */
  readonly attempt: (task: Task) => Promise<void>
  /** An attempt could not be written down; its lease lets it be made again. */
  readonly brokeOff: (task: Task, error: unknown) => void
  readonly atOnce: number
}

const lookAgainMilliseconds = 500

/** Sends until nothing is due any more. */
export async function sendWhatIsDue<Task>(queue: SendingQueue<Task>, stopping: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    for (;;) {
      while (running.size < queue.atOnce && !stopping.aborted) {
        const task = await queue.claim()
        if (task === undefined) break
        const one = queue
          .attempt(task)
          .catch((error: unknown) => queue.brokeOff(task, error))
          .finally(() => running.delete(one))
        running.add(one)
      }
      if (running.size === 0) return
      // Something else may become due before the slowest has answered.
      const awake = new AbortController()
      const nap = sleep(lookAgainMilliseconds, undefined, { signal: awake.signal }).catch(() => undefined)
      await Promise.race([...running, nap])
      awake.abort()
    }
  } finally {
    await Promise.all(running)
  }
}

/** Milliseconds until the next attempt after `attempts` that failed; undefined: there is none. */
export const pauseAfter = (retrySeconds: readonly number[], attempts: number): number | undefined => {
  const wait = retrySeconds[attempts - 1]
  return wait === undefined ? undefined : seconds(wait)
}

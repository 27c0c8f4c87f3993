import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Something that is done again and again while the server runs. */
export interface Job<Context> {
  readonly name: string
  readonly everySeconds: number
  /** Told when the server stops, so that it can cut short what takes long. */
  readonly run: (context: Context, stopping: AbortSignal) => Promise<void>
}

/** A tenth more or less, so that nodes that started together do not stay in step. */
const jittered = (seconds: number): number => seconds * 1000 * (0.9 + Math.random() * 0.2)

/** A job that failed waits this many times its interval, but no longer than that many seconds unless its interval is longer. */
const afterFailure = { times: 10, secondsMost: 10 } as const

/** Runs each job after its interval, never twice at a time. Disposal waits for those that are running. */
export function startJobs<Context>(jobs: readonly Job<Context>[], context: Context, log: Logger): AsyncDisposable {
  const stopping = new AbortController()
  const repeat = async (job: Job<Context>): Promise<void> => {
    let pauseSeconds = job.everySeconds
    while (!stopping.signal.aborted) {
      await sleep(jittered(pauseSeconds), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pauseSeconds = job.everySeconds
      await job.run(context, stopping.signal).catch((error: unknown) => {
        log.error({ err: error, job: job.name }, 'a job failed')
        // What it needs, mostly the database, is away: there is no use in asking and complaining by the second.
        pauseSeconds = Math.max(
          job.everySeconds,
          Math.min(job.everySeconds * afterFailure.times, afterFailure.secondsMost),
        )
      })
    }
  }
  const loops = jobs.map(repeat)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

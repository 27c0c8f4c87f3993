import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Something that is done again and again while the server runs. */
export interface Job<Context> {
  readonly name: string
  readonly everySeconds: number
  readonly run: (context: Context) => Promise<void>
}

/** A tenth more or less, so that nodes that started together do not stay in step. */
const jittered = (seconds: number): number => seconds * 1000 * (0.9 + Math.random() * 0.2)

/** Runs each job after its interval, never twice at a time. Disposal waits for those that are running. */
export function startJobs<Context>(jobs: readonly Job<Context>[], context: Context, log: Logger): AsyncDisposable {
  const stopping = new AbortController()
  const repeat = async (job: Job<Context>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(jittered(job.everySeconds), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await job.run(context).catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job failed'))
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

import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

export interface Patience {
  readonly seconds: number
  /** What is waited for, to complete "… took longer than 20 s". */
  readonly what: string
  readonly signal: AbortSignal
}

/** Asks every 50 ms until there is an answer. Fails when patience ends, or when the signal says so. */
export async function until<Found>(
  find: () => Promise<Found | undefined>,
  { seconds, what, signal }: Patience,
): Promise<Found> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    signal.throwIfAborted()
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > deadline) {
      throw new CommandFailure(exitCodes.failed, 'took_too_long', `${what} took longer than ${seconds} s.`)
    }
    // What ended the wait is told by the signal, at the top.
    await pause(50, undefined, { signal }).catch(() => undefined)
  }
}

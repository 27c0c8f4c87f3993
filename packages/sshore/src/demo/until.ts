import { setTimeout as pause } from 'node:timers/promises'

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
    if (performance.now() > deadline) throw new Error(`${what} took longer than ${seconds} s.`)
    await pause(50, undefined, { signal })
  }
}

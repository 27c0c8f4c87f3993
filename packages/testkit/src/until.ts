import { setTimeout as pause } from 'node:timers/promises'

export interface Patience {
  /** Default 15. */
  readonly seconds?: number
  /** Default 25. */
  readonly everyMilliseconds?: number
}

/**
 * Asks again and again until there is an answer other than `undefined` or `false`, and returns it. What `find` throws is taken for
 * "not yet"; when patience ends, the last such error is the cause of the failure.
 */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
  { seconds = 15, everyMilliseconds = 25 }: Patience = {},
): Promise<Found> {
  const deadline = performance.now() + seconds * 1000
  let cause: unknown
  for (;;) {
    try {
      const found = await find()
      if (found !== undefined && found !== false) return found
      cause = undefined
    } catch (error) {
      cause = error
    }
    if (performance.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`, { cause })
    await pause(everyMilliseconds)
  }
}

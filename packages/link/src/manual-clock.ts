import type { Clock } from './link.ts'

export interface ManualClock extends Clock {
  /** Moves time on and calls what falls due, in order; awaits pending microtasks around every call. */
  advance(milliseconds: number): Promise<void>
  /** Lets everything that waits for no time at all happen. */
  settle(): Promise<void>
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/** Time that stands still until a test moves it. */
export const manualClock = (): ManualClock => {
  let time = 0
  const timers = new Set<Timer>()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
  }
  const earliest = (until: number): Timer | undefined => {
    let found: Timer | undefined
    for (const timer of timers) if (timer.due <= until && (found === undefined || timer.due < found.due)) found = timer
    return found
  }
  return {
    now: () => time,
    after: (milliseconds, callback) => {
      const timer = { due: time + milliseconds, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    settle,
    advance: async (milliseconds) => {
      const until = time + milliseconds
      await settle()
      for (let timer = earliest(until); timer !== undefined; timer = earliest(until)) {
        timers.delete(timer)
        time = Math.max(time, timer.due)
        timer.callback()
        await settle()
      }
      time = until
    },
  }
}

// Counts what is being worked on, so that a server that stops can let it finish and take nothing new.
import { setTimeout as sleep } from 'node:timers/promises'

export interface WorkGate {
  readonly draining: boolean
  /** Dispose when the work is done. */
  enter(): Disposable
  /** Closes the gate and waits until nobody is inside, or the time is over; returns how many are left. */
  drain(deadlineMilliseconds: number): Promise<number>
}

export function createWorkGate(): WorkGate {
  let draining = false
  let inside = 0
  let tellEmpty: (() => void) | undefined
  return {
    get draining() {
      return draining
    },
    enter() {
      inside += 1
      return {
        [Symbol.dispose]() {
          inside -= 1
          if (inside === 0) tellEmpty?.()
        },
      }
    },
    async drain(deadlineMilliseconds) {
      draining = true
      if (inside === 0) return 0
      const empty = new Promise<void>((resolve) => {
        tellEmpty = resolve
      })
      await Promise.race([empty, sleep(deadlineMilliseconds, undefined, { ref: false })])
      return inside
    },
  }
}

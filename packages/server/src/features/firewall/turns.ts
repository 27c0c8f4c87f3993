// Long work in between that of others: this thread carries everybody's sessions.
import { setImmediate } from 'node:timers/promises'

/** Waits for a moment when this work has had its share. */
export type TakeTurns = () => Promise<void> | undefined

const shareMilliseconds = 4

export function politely(now: () => number = () => performance.now()): TakeTurns {
  let until = now() + shareMilliseconds
  return () => {
    if (now() < until) return undefined
    return setImmediate().then(() => {
      until = now() + shareMilliseconds
    })
  }
}

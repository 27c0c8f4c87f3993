import type { Clock } from '@sshore/link'

/** The process's own monotonic time. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

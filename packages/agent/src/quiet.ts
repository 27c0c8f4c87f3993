// Notices when nobody uses the device any more, so that memory can be given back. One timer, armed only after activity.
import type { Clock } from '@sshore/link'

const quietSeconds = 5

export interface Activity extends Disposable {
  /** Something begins; the returned function says that it is over. */
  begin(): () => void
  /** Never calls `rest` again. */
  [Symbol.dispose](): void
}

/** Calls `rest` each time nothing has been going on for `quietSeconds`. */
export function watchActivity(clock: Clock, rest: () => void): Activity {
  let running = 0
  let stopped = false
  let cancel: () => void = () => undefined
  return {
    begin: () => {
      let over = false
      running += 1
      cancel()
      return () => {
        if (over) return
        over = true
        running -= 1
        if (running === 0 && !stopped) cancel = clock.after(quietSeconds * 1000, rest)
      }
    },
    [Symbol.dispose]: () => {
      stopped = true
      cancel()
    },
  }
}

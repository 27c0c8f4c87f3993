// A device that never says whether a program or a dial stands: the client is told, instead of left waiting.
import type { Clock, Link } from '@sshore/link'

/**
 * Calls `late` after so many seconds with the device connected; time without a connection is the link's to judge.
 * Returns what cancels it.
 */
export function startDeadline(clock: Clock, link: Link, seconds: number, late: () => void): () => void {
  let left = seconds
  const tick = (): void => {
    if (link.connected) left -= 1
    if (left <= 0) late()
    else cancel = clock.after(1000, tick)
  }
  let cancel = clock.after(1000, tick)
  return () => cancel()
}

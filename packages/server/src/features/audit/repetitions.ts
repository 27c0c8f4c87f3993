// Whoever is refused may try again by the second; the log needs to hear of it once in a while.
import type { Fact } from '../../hooks.ts'
import { seconds } from '../../platform/clock.ts'
import { RecentlyUsed } from '../../platform/recently-used.ts'

const quietMilliseconds = seconds(60)
const remembered = 2000

/** Says whether a refusal of the same address at the same device has been written down within the last minute. */
export function repetitions(): (fact: Fact, now: number) => boolean {
  const lately = new RecentlyUsed<string, number>(remembered)
  return ({ what, target, after }, now) => {
    if (what !== 'device.connection-refused') return false
    const who = JSON.stringify([target.id, after?.['ip_address'], after?.['reason']])
    const last = lately.get(who)
    if (last !== undefined && now - last < quietMilliseconds) return true
    lately.set(who, now)
    return false
  }
}

// Whoever is refused may try again by the second; whoever listens to changes needs to hear of it once in a while.
import type { Fact } from '../hooks.ts'
import { seconds } from './clock.ts'
import { RecentlyUsed } from './recently-used.ts'

const quietMilliseconds = seconds(60)
const rememberedMost = 2000

export interface Repetitions {
  /** Whether a refusal of the same address at the same device, for the same reason, was remembered within the last minute. */
  has(fact: Fact, now: number): boolean
  /** To be called once it is committed: a transaction that is undone or run again has told nobody. */
  remember(fact: Fact, now: number): void
}

const keyOf = ({ target, after }: Fact): string => JSON.stringify([target.id, after?.['ip_address'], after?.['reason']])

export function repetitions(): Repetitions {
  const lately = new RecentlyUsed<string, number>(rememberedMost)
  const canRepeat = ({ what }: Fact): boolean => what === 'device.connection-refused'
  return {
    has(fact, now) {
      const last = canRepeat(fact) ? lately.get(keyOf(fact)) : undefined
      return last !== undefined && now - last < quietMilliseconds
    },
    remember(fact, now) {
      if (canRepeat(fact)) lately.set(keyOf(fact), now)
    },
  }
}

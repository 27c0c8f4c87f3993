// What anybody can bring about by the second without a credential; whoever listens to changes needs to hear of it once in a while.
import { networkOf } from '@sshore/contract'
import type { Fact } from '../hooks.ts'
import type { Actor } from './actor.ts'
import { seconds } from './clock.ts'
import { RecentlyUsed } from './recently-used.ts'

const quietMilliseconds = seconds(60)
const rememberedMost = 2000

interface Happening {
  readonly fact: Fact
  readonly actor: Actor
}

export interface Repetitions {
  /** Whether the same was remembered within the last minute. Never for what takes a credential. */
  has(happening: Happening, now: number): boolean
  /** To be called once it is committed: a transaction that is undone or run again has told nobody. */
  remember(happening: Happening, now: number): void
}

/** What is the same; undefined for what is told each time. */
function keyOf({ fact: { what, target, after }, actor }: Happening): string | undefined {
  // One address at one device, for one reason.
  if (what === 'device.connection-refused') return JSON.stringify([target.id, after?.['ip_address'], after?.['reason']])
  // One network with whatever it likes.
  if (what === 'user.saml-refused' && actor.kind !== 'server') return networkOf(actor.origin.address)
  // One network at users that do not exist: the lockout bounds guesses at those that do.
  const unknownUser = what.startsWith('user.login-') && target.id === '' && actor.kind !== 'server'
  return unknownUser ? networkOf(actor.origin.address) : undefined
}

export function repetitions(): Repetitions {
  const lately = new RecentlyUsed<string, number>(rememberedMost)
  return {
    has(happening, now) {
      const key = keyOf(happening)
      const last = key === undefined ? undefined : lately.get(key)
      return last !== undefined && now - last < quietMilliseconds
    },
    remember(happening, now) {
      const key = keyOf(happening)
      if (key !== undefined) lately.set(key, now)
    },
  }
}

// Whether somebody may have terminals now, and who is to ask again when that may have changed.
import type { Bus, ChangeName, Holder, UserId } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { mayReachDevices } from '../../http/holders.ts'
import { seconds } from '../../platform/clock.ts'
import type { Services } from '../../services.ts'
import { findMemberChanged } from '../namespaces/index.ts'

export interface Whose extends Holder {
  /** For no longer, in Unix seconds. */
  readonly until?: number
}

export const mayConnect = async (services: Services, { until = Infinity, ...holder }: Whose): Promise<boolean> =>
  seconds(until) > services.clock.now() && (await mayReachDevices(services, holder))

const ofUsers: ReadonlySet<ChangeName> = new Set<ChangeName>([
  'user.logout',
  'user.password',
  'user.mfa-disable',
  'user.remove',
  'user.update',
  // They may act as somebody.
  'user.administrator',
])

/** Tells gateways after each change that can take a user's standing away. */
export const tellOfStanding =
  (bus: Bus): HookTypes['changed'] =>
  ({ fact, scope, afterCommit }) => {
    // The target of these is the user.
    const user = ofUsers.has(fact.what) ? { userId: fact.target.id as UserId } : findMemberChanged(fact, scope)
    if (user) afterCommit(() => bus.publish('user.standing', user))
    return Promise.resolve()
  }

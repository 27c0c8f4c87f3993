// Whether somebody may have terminals now, and who is to ask again when that may have changed.
import {
  type ActingAdministrator,
  type Bus,
  type ChangeName,
  hasPermission,
  type TenantId,
  type UserId,
} from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { findStanding, looksAfterServer } from '../../http/credentials.store.ts'
import { seconds } from '../../platform/clock.ts'
import { findMemberChanged } from '../namespaces/index.ts'
import type { Database } from '../../platform/database/schema.ts'

export interface Whose {
  readonly user_id: UserId
  readonly tenant_id: TenantId
  readonly token_version: number
  /** Acts as the user. */
  readonly by?: ActingAdministrator
  /** When somebody acts as the user: for so long, in Unix seconds. */
  readonly until?: number
}

/** By the same rules as for any call: a member who may connect, not signed out since; for whoever acts as one, while they may. */
export async function mayConnect(database: Database, whose: Whose, now: number): Promise<boolean> {
  const { user_id, tenant_id, token_version, by, until = Infinity } = whose
  if (seconds(until) <= now) return false
  const standing = await findStanding(database, user_id, tenant_id)
  if (standing?.status !== 'confirmed' || standing.tokenVersion !== token_version) return false
  if (standing.role === undefined || !hasPermission(standing.role, 'device:connect')) return false
  return looksAfterServer(database, by)
}

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

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

const ofMembers: ReadonlySet<ChangeName> = new Set<ChangeName>(['member.update', 'member.remove', 'member.leave'])
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
  ({ fact: { what, target }, scope, afterCommit }) => {
    // The target of these is the user.
    const userId = target.id as UserId
    if (ofUsers.has(what)) afterCommit(() => bus.publish('user.standing', { userId }))
    if (ofMembers.has(what) && scope) {
      const { tenantId } = scope
      afterCommit(() => bus.publish('user.standing', { userId, tenantId }))
    }
    return Promise.resolve()
  }

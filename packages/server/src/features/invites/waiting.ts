// Invitations that wait, and on whose right they rest: whoever may no longer invite has invited nobody.
import { Failure, hasAuthorityOver, hasPermission, type Role, type UserId } from '@sshore/contract'
import type { Change, HookTypes } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import { findMemberChanged, findMembership, type Membership, removeMembership } from '../namespaces/index.ts'
import { forgetInviter, listInvitedBy } from './invites.store.ts'

/** Fails with `invite_not_waiting`. */
export async function getWaiting({ database, scope }: Change, userId: UserId): Promise<Membership> {
  const membership = await findMembership(database, scope, userId)
  if (membership?.status !== 'pending') throw new Failure('invite_not_waiting')
  return membership
}

/** The link goes with the membership. */
export async function endWaiting(
  { database, scope, changed }: Pick<Change, 'database' | 'scope' | 'changed'>,
  userId: UserId,
  role: Role,
): Promise<void> {
  await removeMembership(database, scope, userId)
  await changed({ what: 'member.withdraw', target: { kind: 'member', id: userId }, before: { role } }, scope)
}

/** Whether who invited may still invite with this role. */
export async function mayStillInvite(
  database: Database,
  scope: Scope,
  inviter: UserId | null,
  role: Role,
): Promise<boolean> {
  if (inviter === null) return true
  const membership = await findMembership(database, scope, inviter)
  if (membership?.status !== 'accepted' || !hasPermission(membership.role, 'member:add')) return false
  return hasAuthorityOver(membership.role, role)
}

/** Ends what somebody's right to invite was needed for, in the change that took it. */
export const endWithInviter: HookTypes['changed'] = async ({ database, scope, fact, changed }) => {
  // Whoever is gone is a member nowhere any more.
  const gone = fact.what === 'user.remove' ? { userId: fact.target.id as UserId, tenantId: undefined } : undefined
  const inviter = gone ?? findMemberChanged(fact, scope)
  if (!inviter) return
  for (const { tenant_id, user_id, role } of await listInvitedBy(database, inviter.userId, inviter.tenantId)) {
    const where = scopeOf(tenant_id)
    if (await mayStillInvite(database, where, inviter.userId, role)) continue
    await endWaiting({ database, scope: where, changed }, user_id, role)
  }
  if (gone) await forgetInviter(database, gone.userId)
}

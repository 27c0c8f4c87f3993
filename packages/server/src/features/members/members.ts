import { Failure, hasAuthorityOver, type Role, type TenantId, type UserAuth, type UserId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import { change } from '../../platform/change.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { renewUserAuth } from '../authentication/index.ts'
import {
  findMembership,
  getRole,
  insertMembership,
  type Membership,
  removeMembership,
  updateRole,
} from '../namespaces/index.ts'

function requireAuthority(own: Role, other: Role): void {
  if (!hasAuthorityOver(own, other)) throw new Failure('role_above_own')
}

async function getMembership(database: Database, scope: Scope, userId: UserId): Promise<Membership> {
  const membership = await findMembership(database, scope, userId)
  if (!membership) throw new Failure('member_not_found')
  return membership
}

export interface Join {
  readonly userId: UserId
  readonly role: Role
}

/**
 * Makes a user a member at once. The role of who adds them is checked against the new one; the server's own administrator counts as
 * an owner, and nobody gives ownership. Fails with `role_above_own` or `member_exists`.
 */
export async function join(services: Services, scope: Scope, own: Role, { userId, role }: Join): Promise<void> {
  requireAuthority(own, role)
  await change(services.database, scope, async (event) => {
    if (await findMembership(event.database, scope, userId)) throw new Failure('member_exists')
    for (const hook of services.hooks.list('member.join')) await hook({ ...event, userId, role })
    const status = 'accepted'
    const added_at = services.clock.now()
    const { tenantId: tenant_id } = scope
    await insertMembership(event.database, { tenant_id, user_id: userId, role, status, added_at, expires_at: null })
  })
}

/** Needs authority over the present role and the new one. Fails with `forbidden`, `member_not_found` or `role_above_own`. */
export function changeRole(database: Database, scope: Scope, callerId: UserId, { userId, role }: Join): Promise<void> {
  return transact(database, async (transaction) => {
    const own = await getRole(transaction, scope, callerId, 'member:update')
    const target = await getMembership(transaction, scope, userId)
    requireAuthority(own, target.role)
    requireAuthority(own, role)
    await updateRole(transaction, scope, userId, role)
  })
}

/** Needs authority over the present role. Fails with `member_not_found` or `role_above_own`. */
export function expel(database: Database, scope: Scope, own: Role, userId: UserId): Promise<void> {
  return transact(database, async (transaction) => {
    requireAuthority(own, (await getMembership(transaction, scope, userId)).role)
    await removeMembership(transaction, scope, userId)
  })
}

/**
 * Ends a user's own membership. Leaving the namespace that the token is bound to returns a token for another one. Fails with
 * `namespace_not_found` for somebody who does not belong to it, with `owner_cannot_leave` for its owner.
 */
export async function leave(
  services: Services,
  scope: Scope,
  userId: UserId,
  current: TenantId | undefined,
): Promise<UserAuth | null> {
  await transact(services.database, async (database) => {
    const role = await getRole(database, scope, userId)
    if (role === 'owner') throw new Failure('owner_cannot_leave')
    await removeMembership(database, scope, userId)
  })
  return scope.tenantId === current ? renewUserAuth(services, userId) : null
}

import { Failure, hasAuthorityOver, type Role, type TenantId, type UserAuth, type UserId } from '@sshore/contract'
import type { Change, Fact } from '../../hooks.ts'
import type { CallingUser } from '../../http/caller.ts'
import type { Changing } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
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
import { holdUser } from '../users/index.ts'

/** Fails with `role_above_own`. */
export function requireAuthority(own: Role, other: Role): void {
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

const target = (userId: UserId): Fact['target'] => ({ kind: 'member', id: userId })

/**
 * Makes a user a member at once. The role of who adds them is checked against the new one; the server's own administrator counts as
 * an owner, and nobody gives ownership. Fails with `role_above_own`, `user_not_found` or
 * `member_exists`.
 */
export async function join(services: Services, inside: Change, own: Role, { userId, role }: Join): Promise<void> {
  const { database, scope, changed } = inside
  requireAuthority(own, role)
  // Whoever was found before the transaction may have been deleted since.
  if (!(await holdUser(database, userId))) throw new Failure('user_not_found')
  const known = await findMembership(database, scope, userId)
  if (known?.status === 'accepted') throw new Failure('member_exists')
  if (known) {
    // An invitation that was not accepted ends with this.
    requireAuthority(own, known.role)
    await removeMembership(database, scope, userId)
  }
  for (const hook of services.hooks.list('member.join')) await hook({ ...inside, userId, role })
  await insertMembership(database, {
    tenant_id: scope.tenantId,
    user_id: userId,
    role,
    status: 'accepted',
    added_at: services.clock.now(),
    expires_at: null,
  })
  await changed({ what: 'member.add', target: target(userId), after: { role } })
}

/** Needs authority over the present role and the new one. Fails with `member_not_found` or `role_above_own`. */
export async function setRole({ database, scope, changed }: Change, own: Role, { userId, role }: Join): Promise<void> {
  const before = (await getMembership(database, scope, userId)).role
  requireAuthority(own, before)
  requireAuthority(own, role)
  if (role === before) return
  await updateRole(database, scope, userId, role)
  await changed({ what: 'member.update', target: target(userId), before: { role: before }, after: { role } })
}

/** The same in the name of a member; fails with `forbidden` too. */
export async function changeRole(inside: Change, callerId: UserId, join: Join): Promise<void> {
  return setRole(inside, await getRole(inside.database, inside.scope, callerId, 'member:update'), join)
}

/** Needs authority over the present role; the API keys of the member go too. Fails with `member_not_found` or `role_above_own`. */
export async function expel({ database, scope, changed }: Change, own: Role, userId: UserId): Promise<void> {
  const { role } = await getMembership(database, scope, userId)
  requireAuthority(own, role)
  await removeMembership(database, scope, userId)
  await changed({ what: 'member.remove', target: target(userId), before: { role } })
}

/**
 * Ends a user's own membership. Leaving the namespace that the token is bound to returns a token for another one. Fails with
 * `namespace_not_found` for somebody who does not belong to it, with `owner_cannot_leave` for its owner.
 */
export async function leave(
  services: Services,
  change: Changing['change'],
  scope: Scope,
  { user, current }: { readonly user: CallingUser; readonly current: TenantId | undefined },
): Promise<UserAuth | null> {
  const { id: userId } = user
  await change(scope, async ({ database, changed }) => {
    const role = await getRole(database, scope, userId)
    if (role === 'owner') throw new Failure('owner_cannot_leave')
    await removeMembership(database, scope, userId)
    await changed({ what: 'member.leave', target: target(userId), before: { role } })
  })
  return scope.tenantId === current ? renewUserAuth(services, user) : null
}

// Giving a namespace to somebody else: a matter of who looks after the server, never of its members.
import type { UserId } from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import type { Services } from '../../services.ts'
import { findMembership, insertMembership, removeMembership, updateRole } from './memberships.store.ts'
import { updateOwner } from './namespaces.store.ts'
import { getNamespace } from './namespaces.ts'

/** Makes a user a member with the role of the owner, whatever they were before. */
async function enthrone({ hooks, clock }: Services, inside: Change, userId: UserId): Promise<void> {
  const { database, scope, changed } = inside
  const target = { kind: 'member', id: userId } as const
  const membership = await findMembership(database, scope, userId)
  if (membership?.status === 'accepted') {
    await updateRole(database, scope, userId, 'owner')
    const [before, after] = [{ role: membership.role }, { role: 'owner' }]
    return changed({ what: 'member.update', target, before, after })
  }
  // An invitation that was not accepted ends with this.
  if (membership) await removeMembership(database, scope, userId)
  for (const hook of hooks.list('member.join')) await hook({ ...inside, userId, role: 'owner' })
  await insertMembership(database, {
    tenant_id: scope.tenantId,
    user_id: userId,
    role: 'owner',
    status: 'accepted',
    added_at: clock.now(),
    expires_at: null,
  })
  return changed({ what: 'member.add', target, after: { role: 'owner' } })
}

/** The owner before stays as an administrator. Fails with `namespace_not_found`. */
export async function transferOwnership(services: Services, inside: Change, to: UserId): Promise<void> {
  const { database, scope, changed } = inside
  const { owner_id: from, name, tenant_id: id } = await getNamespace(database, scope)
  if (from === to) return
  await updateRole(database, scope, from, 'administrator')
  const demoted = { kind: 'member', id: from } as const
  const [before, after] = [{ role: 'owner' }, { role: 'administrator' }]
  await changed({ what: 'member.update', target: demoted, before, after })
  await enthrone(services, inside, to)
  await updateOwner(database, scope, to)
  const target = { kind: 'namespace', id, name } as const
  await changed({ what: 'namespace.update', target, before: { owner: from }, after: { owner: to } })
}

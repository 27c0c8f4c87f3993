import type { ChangeName, TenantId, UserId } from '@sshore/contract'
import type { Fact } from '../../hooks.ts'
import type { Scope } from '../../platform/scope.ts'

const ofMembers: ReadonlySet<ChangeName> = new Set<ChangeName>(['member.update', 'member.remove', 'member.leave'])

/** Whose membership a change altered or ended, and where; undefined for any other change. */
export function findMemberChanged(
  { what, target }: Fact,
  scope: Scope | undefined,
): { readonly userId: UserId; readonly tenantId: TenantId } | undefined {
  // The target of these is the user.
  return scope && ofMembers.has(what) ? { userId: target.id as UserId, tenantId: scope.tenantId } : undefined
}

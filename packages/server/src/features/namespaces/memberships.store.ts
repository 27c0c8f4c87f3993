import type { Role, TenantId, UserId } from '@sshore/contract'
import type { Database, MembershipsTable } from '../../platform/database/schema.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'

export type Membership = MembershipsTable

export interface MembershipWithEmail extends Membership {
  /** While the invitation waits, the one that it was for: whoever invites need not learn that the user has another now. */
  readonly email: string
}

export const findMembership = (database: Database, scope: Scope, userId: UserId): Promise<Membership | undefined> =>
  database
    .selectFrom('memberships')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Members of these namespaces, oldest first. */
export const listMemberships = (database: Database, scopes: readonly Scope[]): Promise<MembershipWithEmail[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('invites', (join) =>
      join
        .onRef('invites.tenant_id', '=', 'memberships.tenant_id')
        .onRef('invites.user_id', '=', 'memberships.user_id')
        .on('memberships.status', '=', 'pending'),
    )
    .selectAll('memberships')
    .select(({ fn }) => fn.coalesce('invites.email', 'users.email').as('email'))
    .where(
      'memberships.tenant_id',
      'in',
      scopes.map(({ tenantId }) => tenantId),
    )
    .orderBy('memberships.added_at')
    .orderBy('memberships.user_id')
    .execute()

export interface Belonging extends Pick<Membership, 'tenant_id' | 'role' | 'status'> {
  readonly name: string
}

/** Where a user belongs, or is invited to, by name. */
export const listBelongings = (database: Database, userId: UserId): Promise<Belonging[]> =>
  database
    .selectFrom('memberships')
    .innerJoin('namespaces', 'namespaces.tenant_id', 'memberships.tenant_id')
    .select(['memberships.tenant_id', 'memberships.role', 'memberships.status', 'namespaces.name'])
    .where('memberships.user_id', '=', userId)
    .orderBy('namespaces.name')
    .execute()

export async function insertMembership(database: Database, membership: Membership): Promise<void> {
  await database.insertInto('memberships').values(membership).execute()
}

export async function updateRole(database: Database, scope: Scope, userId: UserId, role: Role): Promise<void> {
  await database
    .updateTable('memberships')
    .set({ role })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Also makes the user's next login start elsewhere. */
export async function removeMembership(database: Database, scope: Scope, userId: UserId): Promise<void> {
  await database
    .deleteFrom('memberships')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
  await database
    .updateTable('users')
    .set({ preferred_tenant_id: null })
    .where('id', '=', userId)
    .where('preferred_tenant_id', '=', scope.tenantId)
    .execute()
}

/** The membership that a login starts in: of the preferred namespace if given and still held, else the oldest. */
export const findStartingMembership = (
  database: Database,
  userId: UserId,
  preferred: TenantId | null,
): Promise<Membership | undefined> =>
  database
    .selectFrom('memberships')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'accepted')
    .orderBy((order) => order('tenant_id', '=', preferred ?? scopeOfNobody.tenantId), 'desc')
    .orderBy('added_at')
    .orderBy('tenant_id')
    .executeTakeFirst()

/** Equal to no tenant: generated tenant ids are version 4. */
const scopeOfNobody = scopeOf('00000000-0000-0000-0000-000000000000' as TenantId)

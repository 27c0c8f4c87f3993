import type { Role, TenantId, UserId } from '@sshore/contract'
import { sql } from 'kysely'
import type { InvitesTable } from '../../platform/database/account-tables.ts'
import type { Database, MembershipsTable } from '../../platform/database/schema.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

/** Written out, since an index on part of a table is not taken for a parameter. */
const pending = sql.lit('pending' as const)

export async function writeInvite(database: Database, row: InvitesTable): Promise<void> {
  const { tenant_id: _tenant, user_id: _user, ...fields } = row
  await database
    .insertInto('invites')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(fields))
    .execute()
}

/** While it is not too old; one that was accepted is still found. */
export const findInvite = (
  database: Database,
  { tenantId }: Scope,
  sigHash: string,
  now: number,
): Promise<InvitesTable | undefined> =>
  database
    .selectFrom('invites')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sig_hash', '=', sigHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** By signature and invited address, whatever the namespace; one that waits to be accepted. */
export const findInviteOfEmail = (
  database: Database,
  email: string,
  sigHash: string,
  now: number,
): Promise<InvitesTable | undefined> =>
  database
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.user_id')
    .selectAll('invites')
    .where('sig_hash', '=', sigHash)
    .where('users.email', '=', email)
    .where('invites.expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst()

/** The address that the newest invitation of this user was for. */
export async function findInvitedAddress(
  database: Database,
  { tenantId }: Scope,
  userId: UserId,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('invites')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.email
}

/** Those that have not run out. */
export async function countPending(database: Database, { tenantId }: Scope, now: number): Promise<number> {
  return countOf(
    database
      .selectFrom('memberships')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', pending)
      .where('expires_at', '>', now),
  )
}

export async function renewPending(
  database: Database,
  { tenantId }: Scope,
  userId: UserId,
  fields: Pick<MembershipsTable, 'role' | 'expires_at'>,
): Promise<void> {
  await database
    .updateTable('memberships')
    .set(fields)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('status', '=', pending)
    .execute()
}

export async function acceptPending(
  database: Database,
  { tenantId }: Scope,
  userId: UserId,
  now: number,
): Promise<void> {
  await database
    .updateTable('memberships')
    .set({ status: 'accepted', added_at: now, expires_at: null })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
  await database
    .updateTable('invites')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Invitations of all namespaces that ended before, oldest first. */
export const listLapsed = (database: Database, before: number, most: number): Promise<MembershipsTable[]> =>
  database
    .selectFrom('memberships')
    .selectAll()
    .where('status', '=', pending)
    .where('expires_at', '<', before)
    .orderBy('expires_at')
    .orderBy('tenant_id')
    .orderBy('user_id')
    .limit(most)
    .execute()

/** Those of one namespace, or of all, that wait and were made by somebody. */
export const listInvitedBy = (
  database: Database,
  inviter: UserId,
  tenantId: TenantId | undefined,
): Promise<{ tenant_id: TenantId; user_id: UserId; role: Role }[]> =>
  database
    .selectFrom('invites')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.tenant_id', '=', 'invites.tenant_id')
        .onRef('memberships.user_id', '=', 'invites.user_id'),
    )
    .select(['memberships.tenant_id', 'memberships.user_id', 'memberships.role'])
    .where('invites.invited_by', '=', inviter)
    .$if(tenantId !== undefined, (query) => query.where('invites.tenant_id', '=', tenantId ?? ('' as TenantId)))
    .where('memberships.status', '=', pending)
    .execute()

/** Invitations that were accepted outlive whoever made them. */
export async function forgetInviter(database: Database, inviter: UserId): Promise<void> {
  await database.updateTable('invites').set({ invited_by: null }).where('invited_by', '=', inviter).execute()
}

export interface WaitingRow extends Pick<InvitesTable, 'user_id' | 'email' | 'mailed' | 'created_at' | 'expires_at'> {
  readonly role: Role
  readonly inviter: string | null
}

/** Newest first, also those that ran out. */
export const listWaiting = (database: Database, { tenantId }: Scope, page: Page): Promise<Listed<WaitingRow>> =>
  listPage(
    database
      .selectFrom('memberships')
      .innerJoin('invites', (join) =>
        join
          .onRef('invites.tenant_id', '=', 'memberships.tenant_id')
          .onRef('invites.user_id', '=', 'memberships.user_id'),
      )
      .leftJoin('users as inviters', 'inviters.id', 'invites.invited_by')
      .select(['invites.email', 'memberships.role', 'inviters.username as inviter'])
      .select(['invites.user_id', 'invites.mailed', 'invites.created_at', 'invites.expires_at'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.status', '=', pending)
      .orderBy('invites.created_at', 'desc')
      .orderBy('invites.user_id'),
    page,
  )

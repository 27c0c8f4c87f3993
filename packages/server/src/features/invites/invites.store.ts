import type { UserId } from '@sshore/contract'
import { sql } from 'kysely'
import type { InvitesTable } from '../../platform/database/account-tables.ts'
import type { Database, MembershipsTable } from '../../platform/database/schema.ts'
import { countOf } from '../../platform/paging.ts'
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

import type { UserId } from '@sshore/contract'
import { sql } from 'kysely'
import type { AccountRequestsTable, MailedTokensTable } from '../../platform/database/account-tables.ts'
import type { Database, UsersTable } from '../../platform/database/schema.ts'
import { countOf } from '../../platform/paging.ts'

/** Written out, since an index on part of a table is not taken for a parameter. */
const open = sql.lit(0)
const confirmed = sql.lit('confirmed' as const)

export async function insertToken(database: Database, row: MailedTokensTable): Promise<void> {
  await database.insertInto('mailed_tokens').values(row).execute()
}

/** One that is still good. */
export const findToken = (
  database: Database,
  hash: string,
  purpose: MailedTokensTable['purpose'],
  now: number,
): Promise<MailedTokensTable | undefined> =>
  database
    .selectFrom('mailed_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Whether links to new passwords are held back from a user (see `endLinks`). */
export async function isHeldBack(database: Database, id: UserId, now: number): Promise<boolean> {
  const row = await database
    .selectFrom('mailed_tokens')
    .select('purpose')
    .where('user_id', '=', id)
    .where('purpose', '=', 'recovery')
    .where('email', '=', '')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** All that was mailed to a user. */
export async function removeTokensOf(database: Database, id: UserId): Promise<void> {
  await database.deleteFrom('mailed_tokens').where('user_id', '=', id).execute()
}

export async function insertRequest(database: Database, row: AccountRequestsTable): Promise<void> {
  await database.insertInto('account_requests').values(row).execute()
}

export async function countRequests(database: Database, network: string, since: number): Promise<number> {
  return countOf(database.selectFrom('account_requests').where('network', '=', network).where('created_at', '>', since))
}

/** Oldest first. */
export const listOpenRequests = (database: Database, most: number): Promise<AccountRequestsTable[]> =>
  database
    .selectFrom('account_requests')
    .selectAll()
    .where('done', '=', open)
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()

/** False when another server has taken it on. */
export async function takeRequest(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('account_requests')
    .set({ done: 1, login: '' })
    .where('id', '=', id)
    .where('done', '=', open)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function sweepAccountTraces(database: Database, now: number, before: number): Promise<void> {
  await database.deleteFrom('mailed_tokens').where('expires_at', '<=', now).execute()
  await database.deleteFrom('account_requests').where('created_at', '<', before).where('done', '=', 1).execute()
}

/** Accounts in this state since `before` that belong to no namespace, not even by an invitation. */
export const listAbandonedUsers = (
  database: Database,
  { status, before }: { readonly status: 'invited' | 'not-confirmed'; readonly before: number },
  most: number,
): Promise<UsersTable[]> =>
  database
    .selectFrom('users')
    .selectAll()
    .where('status', '!=', confirmed)
    .where('status', '=', status)
    .where('created_at', '<', before)
    .where((where) =>
      where.not(where.exists(where.selectFrom('memberships').select('role').whereRef('user_id', '=', 'users.id'))),
    )
    .where((where) =>
      where.not(where.exists(where.selectFrom('namespaces').select('name').whereRef('owner_id', '=', 'users.id'))),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()

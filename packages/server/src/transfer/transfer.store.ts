import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { Scope } from '../platform/scope.ts'
import { transferKeys, type TransferRow, type TransferredTable } from './transferred-tables.ts'

const columnList = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql.ref(column)))

/** The rows of a namespace that come after `last`, in the order of the table's key. */
export async function nextRows(
  database: Database,
  { tenantId }: Scope,
  table: TransferredTable,
  last: TransferRow | undefined,
  most: number,
): Promise<TransferRow[]> {
  const key = transferKeys[table]
  const beyond = last ? sql`and (${columnList(key)}) > (${sql.join(key.map((column) => last[column] ?? null))})` : sql``
  // Whoever has not accepted yet is invited anew on the other server.
  const accepted = table === 'memberships' ? sql`and status = 'accepted'` : sql``
  const query = sql<TransferRow>`
    select * from ${sql.table(table)} where tenant_id = ${tenantId} ${accepted} ${beyond} order by ${columnList(key)} limit ${most}`
  return (await query.execute(database)).rows
}

/** Rows of one shape, which names its columns. API keys that are there already stay as they are; returns how many were new. */
export async function insertRows(
  database: Database,
  table: TransferredTable,
  rows: readonly TransferRow[],
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = Object.keys(first)
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
  const unlessThere = table === 'api_keys' ? sql`on conflict (key_hash) do nothing` : sql``
  const query = sql`insert into ${sql.table(table)} (${columnList(columns)}) values ${sql.join(values)} ${unlessThere}`
  return Number((await query.execute(database)).numAffectedRows ?? 0)
}

export interface TransferredUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly name: string
  readonly password_hash: string
}

/** Everybody whom the rows of a namespace name: members, and whoever was certified while a member. */
export const listUsersOf = (database: Database, { tenantId }: Scope): Promise<TransferredUser[]> =>
  database
    .selectFrom('users')
    .innerJoin('user_credentials', 'user_credentials.user_id', 'users.id')
    .select(['id', 'username', 'email', 'name', 'password_hash'])
    .where((where) =>
      where.or([
        where(
          'id',
          'in',
          where
            .selectFrom('memberships')
            .select('user_id')
            .where('tenant_id', '=', tenantId)
            .where('status', '=', 'accepted'),
        ),
        where('id', 'in', where.selectFrom('certificates').select('user_id').where('tenant_id', '=', tenantId)),
      ]),
    )
    .orderBy('username')
    .execute()

export const findTransferTarget = (
  database: Database,
  tenantId: Scope['tenantId'],
  name: string,
): Promise<{ readonly tenant_id: string; readonly name: string }[]> =>
  database
    .selectFrom('namespaces')
    .select(['tenant_id', 'name'])
    .where((where) => where.or([where('tenant_id', '=', tenantId), where('name', '=', name)]))
    .execute()

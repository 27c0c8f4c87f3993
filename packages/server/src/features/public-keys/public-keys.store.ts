import {
  Failure,
  type Fingerprint,
  type PublicKeyColumn,
  publicKeyProperties,
  type PublicKeyProperty,
} from '@sshore/contract'
import { expressionBuilder, sql } from 'kysely'
import type { DeviceTables, PublicKeysTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Condition, filterReader } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

/** A key with the tags it is filtered by; none when it is filtered by a host name. */
export interface PublicKeyRow extends PublicKeysTable {
  readonly tags: readonly string[]
}

async function withTags(
  database: Database,
  { tenantId }: Scope,
  rows: readonly PublicKeysTable[],
): Promise<PublicKeyRow[]> {
  const filtered = rows.filter((row) => row.hostname === null).map((row) => row.fingerprint)
  if (filtered.length === 0) return rows.map((row) => ({ ...row, tags: [] }))
  const tags = await database
    .selectFrom('public_key_tags')
    .select(['fingerprint', 'tag'])
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', 'in', filtered)
    .orderBy('tag')
    .execute()
  const byKey = Map.groupBy(tags, (tagged) => tagged.fingerprint)
  return rows.map((row) => ({ ...row, tags: (byKey.get(row.fingerprint) ?? []).map(({ tag }) => tag) }))
}

export async function findPublicKey(
  database: Database,
  scope: Scope,
  fingerprint: Fingerprint,
): Promise<PublicKeyRow | undefined> {
  const rows = await database
    .selectFrom('public_keys')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
  const [key] = await withTags(database, scope, rows)
  return key
}

/** Fails with `public_key_not_found`. */
export async function getPublicKey(database: Database, scope: Scope, fingerprint: Fingerprint): Promise<PublicKeyRow> {
  const key = await findPublicKey(database, scope, fingerprint)
  if (!key) throw new Failure('public_key_not_found')
  return key
}

export const publicKeyFilter = filterReader(publicKeyProperties)

export interface PublicKeyListing {
  readonly filter: Condition<PublicKeyProperty>
  readonly column: PublicKeyColumn
  readonly direction: 'asc' | 'desc'
  readonly page: Page
}

const select = expressionBuilder<DeviceTables, 'public_keys'>()
const ref = (column: `public_keys.${keyof DeviceTables['public_keys']}`) => select.ref(column)

const plainColumns = {
  name: ref('public_keys.name'),
  fingerprint: ref('public_keys.fingerprint'),
  username: ref('public_keys.username'),
  created_at: ref('public_keys.created_at'),
} as const

const filterColumns: ColumnsOf<PublicKeyProperty> = {
  ...plainColumns,
  'filter.hostname': ref('public_keys.hostname'),
  'filter.tags': {
    some: (passes) =>
      select.exists(
        select
          .selectFrom('public_key_tags')
          .select('public_key_tags.tag')
          .whereRef('public_key_tags.tenant_id', '=', 'public_keys.tenant_id')
          .whereRef('public_key_tags.fingerprint', '=', 'public_keys.fingerprint')
          .where(passes(sql<string>`${sql.ref('public_key_tags.tag')}`)),
      ),
  },
}

/** One page in a total order (ties by fingerprint), and how many there are in all. */
export async function listPublicKeys(
  database: Database,
  scope: Scope,
  { filter, column, direction, page }: PublicKeyListing,
): Promise<Listed<PublicKeyRow>> {
  const found = database
    .selectFrom('public_keys')
    .where('tenant_id', '=', scope.tenantId)
    .where(sqlOf(filter, filterColumns))
  const ordered = found.selectAll().orderBy(plainColumns[column], direction).orderBy('fingerprint', direction)
  const { rows, total } = await listPage(ordered, page)
  return { rows: await withTags(database, scope, rows), total }
}

async function writeTags(
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
  tags: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('public_key_tags')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ tenant_id: tenantId, fingerprint, tag }))
  await database.insertInto('public_key_tags').values(rows).execute()
}

/** Fails with `public_key_exists`. */
export async function insertPublicKey(database: Database, scope: Scope, key: PublicKeyRow): Promise<void> {
  const { tags, ...row } = key
  const result = await database
    .insertInto('public_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'fingerprint']).doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) throw new Failure('public_key_exists', { fields: ['data'] })
  await writeTags(database, scope, key.fingerprint, tags)
}

export async function updatePublicKeyRow(
  database: Database,
  scope: Scope,
  fingerprint: Fingerprint,
  { tags, ...columns }: Pick<PublicKeyRow, 'name' | 'username' | 'hostname' | 'tags'>,
): Promise<void> {
  await database
    .updateTable('public_keys')
    .set(columns)
    .where('tenant_id', '=', scope.tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
  await writeTags(database, scope, fingerprint, tags)
}

export async function deletePublicKeyRow(
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
): Promise<void> {
  await database
    .deleteFrom('public_keys')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .execute()
}

import { Failure, type Fingerprint } from '@sshore/contract'
import type { PublicKeysTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Listed, Page } from '../../platform/paging.ts'
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

/** Oldest first. */
export async function listPublicKeys(database: Database, scope: Scope, page: Page): Promise<Listed<PublicKeyRow>> {
  const rows = await database
    .selectFrom('public_keys')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('created_at')
    .orderBy('fingerprint')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await database
    .selectFrom('public_keys')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
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

/** False when there was none. */
export async function deletePublicKeyRow(
  database: Database,
  { tenantId }: Scope,
  fingerprint: Fingerprint,
): Promise<boolean> {
  const result = await database
    .deleteFrom('public_keys')
    .where('tenant_id', '=', tenantId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Those of the tags that some device or public key of the namespace carries. */
export async function knownTags(
  database: Database,
  { tenantId }: Scope,
  tags: readonly string[],
): Promise<Set<string>> {
  const rows = await database
    .selectFrom('device_tags')
    .select('tag')
    .where('tenant_id', '=', tenantId)
    .where('tag', 'in', tags)
    .union(
      database.selectFrom('public_key_tags').select('tag').where('tenant_id', '=', tenantId).where('tag', 'in', tags),
    )
    .execute()
  return new Set(rows.map((row) => row.tag))
}

// Tags in the filters of public keys, for all keys of a namespace together.
import type { Fingerprint } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export async function listKeyTags(database: Database, { tenantId }: Scope): Promise<string[]> {
  const rows = await database
    .selectFrom('public_key_tags')
    .select('tag')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map((row) => row.tag)
}

/** No key may carry the new one. */
export async function renameKeyTags(database: Database, { tenantId }: Scope, from: string, to: string): Promise<void> {
  await database
    .updateTable('public_key_tags')
    .set({ tag: to })
    .where('tenant_id', '=', tenantId)
    .where('tag', '=', from)
    .execute()
}

export async function deleteKeyTags(database: Database, { tenantId }: Scope, tag: string): Promise<void> {
  await database.deleteFrom('public_key_tags').where('tenant_id', '=', tenantId).where('tag', '=', tag).execute()
}

/** One of the keys whose filter is this tag and no other. */
export async function findKeyOfTagAlone(
  database: Database,
  { tenantId }: Scope,
  tag: string,
): Promise<{ fingerprint: Fingerprint; name: string } | undefined> {
  return database
    .selectFrom('public_keys')
    .select(['public_keys.fingerprint', 'public_keys.name'])
    .where('public_keys.tenant_id', '=', tenantId)
    .where((where) => {
      const tagged = where
        .selectFrom('public_key_tags')
        .select('public_key_tags.fingerprint')
        .where('public_key_tags.tenant_id', '=', tenantId)
      return where.and([
        where('public_keys.fingerprint', 'in', tagged.where('public_key_tags.tag', '=', tag)),
        where('public_keys.fingerprint', 'not in', tagged.where('public_key_tags.tag', '<>', tag)),
      ])
    })
    .executeTakeFirst()
}

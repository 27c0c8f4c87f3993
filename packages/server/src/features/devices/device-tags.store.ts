import type { DeviceUid } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

/** Tags by device, in alphabetical order; a device without any is absent. */
export async function tagsOf(
  database: Database,
  { tenantId }: Scope,
  uids: readonly DeviceUid[],
): Promise<ReadonlyMap<DeviceUid, string[]>> {
  if (uids.length === 0) return new Map()
  const rows = await database
    .selectFrom('device_tags')
    .select(['device_uid', 'tag'])
    .where('tenant_id', '=', tenantId)
    .where('device_uid', 'in', uids)
    .orderBy('tag')
    .execute()
  const byDevice = Map.groupBy(rows, (row) => row.device_uid)
  return new Map([...byDevice].map(([uid, tagged]) => [uid, tagged.map((row) => row.tag)]))
}

/** Gives the tags of one device to another that has none. */
export async function moveTags(database: Database, { tenantId }: Scope, from: DeviceUid, to: DeviceUid): Promise<void> {
  await database.deleteFrom('device_tags').where('tenant_id', '=', tenantId).where('device_uid', '=', to).execute()
  await database
    .updateTable('device_tags')
    .set({ device_uid: to })
    .where('tenant_id', '=', tenantId)
    .where('device_uid', '=', from)
    .execute()
}

/** Replaces the tags of a device; nothing when the namespace has no such device. */
export async function writeTags(
  database: Database,
  { tenantId }: Scope,
  uid: DeviceUid,
  tags: readonly string[],
): Promise<void> {
  await database.deleteFrom('device_tags').where('tenant_id', '=', tenantId).where('device_uid', '=', uid).execute()
  const device = await database
    .selectFrom('devices')
    .select(['tenant_id', 'uid'])
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!device || tags.length === 0) return
  const rows = tags.map((tag) => ({ tenant_id: device.tenant_id, device_uid: device.uid, tag }))
  await database.insertInto('device_tags').values(rows).execute()
}

export async function listDistinctTags(database: Database, { tenantId }: Scope): Promise<string[]> {
  const rows = await database
    .selectFrom('device_tags')
    .select('tag')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map((row) => row.tag)
}

/** No device may carry the new one. */
export async function renameTagRows(database: Database, { tenantId }: Scope, from: string, to: string): Promise<void> {
  await database
    .updateTable('device_tags')
    .set({ tag: to })
    .where('tenant_id', '=', tenantId)
    .where('tag', '=', from)
    .execute()
}

export async function deleteTagRows(database: Database, { tenantId }: Scope, tag: string): Promise<void> {
  await database.deleteFrom('device_tags').where('tenant_id', '=', tenantId).where('tag', '=', tag).execute()
}

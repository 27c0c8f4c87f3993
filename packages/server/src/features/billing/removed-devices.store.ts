import type { DeviceUid } from '@sshore/contract'
import type { DevicesTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

/** Those that were removed after `since` (Unix milliseconds), the last first. */
export async function listRemovedUids(database: Database, { tenantId }: Scope, since: number): Promise<DeviceUid[]> {
  const rows = await database
    .selectFrom('removed_devices')
    .select('uid')
    .where('tenant_id', '=', tenantId)
    .where('status_updated_at', '>', since)
    .orderBy('status_updated_at', 'desc')
    .orderBy('uid')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** One that was removed before is removed anew. */
export async function insertRemoved(database: Database, device: DevicesTable): Promise<void> {
  const { uid: _, tenant_id: __, ...again } = device
  await database
    .insertInto('removed_devices')
    .values(device)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(again))
    .execute()
}

export async function forgetRemoved(database: Database, { tenantId }: Scope, uid: DeviceUid): Promise<void> {
  await database.deleteFrom('removed_devices').where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}

/** Of all namespaces. */
export async function dropRemovedBefore(database: Database, before: number): Promise<void> {
  await database.deleteFrom('removed_devices').where('status_updated_at', '<=', before).execute()
}

// Heartbeats and departures, for devices of all namespaces at once: only our own gateways report them.
import type { DeviceUid } from '@sshore/contract'
import type { SeenDevice } from '../../hooks.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Those of the list that are not online; see `onlineSince`. */
export const listOffline = (database: Database, uids: readonly DeviceUid[], since: number): Promise<SeenDevice[]> =>
  database
    .selectFrom('devices')
    .select(['uid', 'tenant_id as tenantId', 'name', 'status'])
    .where('uid', 'in', uids)
    .where((where) => where.or([where('disconnected_at', 'is not', null), where('last_seen_at', '<=', since)]))
    .execute()

/** Those of the list whose departure nobody has told yet. */
export const listConnected = (database: Database, uids: readonly DeviceUid[]): Promise<SeenDevice[]> =>
  database
    .selectFrom('devices')
    .select(['uid', 'tenant_id as tenantId', 'name', 'status'])
    .where('uid', 'in', uids)
    .where('disconnected_at', 'is', null)
    .execute()

export async function markOnline(database: Database, uids: readonly DeviceUid[], now: number): Promise<void> {
  await database
    .updateTable('devices')
    .set({ last_seen_at: now, disconnected_at: null })
    .where('uid', 'in', uids)
    .execute()
}

/** The moment of departure is also the last at which they were seen. */
export async function markOffline(database: Database, uids: readonly DeviceUid[], now: number): Promise<void> {
  await database
    .updateTable('devices')
    .set({ last_seen_at: now, disconnected_at: now })
    .where('uid', 'in', uids)
    .execute()
}

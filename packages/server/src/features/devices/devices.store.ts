import { type DeviceStatus, deviceStatuses, type DeviceUid, Failure, type TenantId } from '@sshore/contract'
import { sql } from 'kysely'
import type { DevicesTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countOf } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import {
  type ForwardingColumns,
  forwardingColumns,
  type RecordingColumns,
  type SecondFactorColumns,
} from '../namespaces/index.ts'

export interface DeviceRow extends DevicesTable, ForwardingColumns, RecordingColumns, SecondFactorColumns {
  /** Name of the namespace. */
  readonly namespace: string
  /** What the namespace shows when somebody connects. */
  readonly announcement: string
}

const fromDevices = (database: Database) => database.selectFrom('devices')

/** Copies of removed devices, in a table of the same columns. */
const fromRemoved = (database: Database): ReturnType<typeof fromDevices> =>
  database.selectFrom('removed_devices as devices')

const withNamespace = (database: Database, from = fromDevices) =>
  from(database)
    .innerJoin('namespaces', 'namespaces.tenant_id', 'devices.tenant_id')
    .selectAll('devices')
    .select(['namespaces.name as namespace', 'namespaces.connection_announcement as announcement'])
    .select(forwardingColumns)
    .select(['namespaces.session_record', 'namespaces.session_record_required', 'namespaces.require_mfa'])

export const findDevice = (database: Database, { tenantId }: Scope, uid: DeviceUid): Promise<DeviceRow | undefined> =>
  withNamespace(database).where('devices.tenant_id', '=', tenantId).where('devices.uid', '=', uid).executeTakeFirst()

/** Fails with `device_not_found`. */
export async function getDevice(database: Database, scope: Scope, uid: DeviceUid): Promise<DeviceRow> {
  const device = await findDevice(database, scope, uid)
  if (!device) throw new Failure('device_not_found')
  return device
}

/** In no order. */
export async function findDevices(
  database: Database,
  { tenantId }: Scope,
  uids: readonly DeviceUid[],
): Promise<DeviceRow[]> {
  if (uids.length === 0) return []
  const rows = await withNamespace(database).where('devices.uid', 'in', uids).execute()
  // Not a condition of the query: SQLite would rather walk all devices of the namespace than look up a few by key.
  return rows.filter((row) => row.tenant_id === tenantId)
}

/** The same of those that were removed and are remembered. */
export async function findRemovedDevices(
  database: Database,
  { tenantId }: Scope,
  uids: readonly DeviceUid[],
): Promise<DeviceRow[]> {
  if (uids.length === 0) return []
  const rows = await withNamespace(database, fromRemoved).where('devices.uid', 'in', uids).execute()
  return rows.filter((row) => row.tenant_id === tenantId)
}

/** The namespace of a device, for calls of our own processes that know nothing but its uid. */
export async function locateDevice(database: Database, uid: DeviceUid): Promise<Scope | undefined> {
  const row = await database.selectFrom('devices').select('tenant_id').where('uid', '=', uid).executeTakeFirst()
  return row && { tenantId: row.tenant_id }
}

/** False when the device is there already. */
export async function insertDevice(database: Database, device: DevicesTable): Promise<boolean> {
  const result = await database
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function patchDevice(
  database: Database,
  { tenantId }: Scope,
  uid: DeviceUid,
  patch: Partial<Omit<DevicesTable, 'uid' | 'tenant_id'>>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await database.updateTable('devices').set(patch).where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}

/** Sessions, tags and pairings go with it. */
export async function deleteDevice(database: Database, { tenantId }: Scope, uid: DeviceUid): Promise<void> {
  await database.deleteFrom('devices').where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}

const accepted = (database: Database, { tenantId }: Scope) =>
  withNamespace(database).where('devices.tenant_id', '=', tenantId).where('devices.status', '=', 'accepted')

export const findAcceptedByName = (database: Database, scope: Scope, name: string): Promise<DeviceRow | undefined> =>
  accepted(database, scope).where('devices.name', '=', name).executeTakeFirst()

export const findAcceptedByMac = (database: Database, scope: Scope, mac: string): Promise<DeviceRow | undefined> =>
  accepted(database, scope).where('devices.mac', '=', mac).executeTakeFirst()

/** Accepted or not; the accepted one if there is one, else the one seen last. */
export const findByName = (database: Database, { tenantId }: Scope, name: string): Promise<DeviceRow | undefined> =>
  withNamespace(database)
    .where('devices.tenant_id', '=', tenantId)
    // Names are indexed by status; listing them all is what lets the index serve.
    .where('devices.status', 'in', deviceStatuses)
    .where('devices.name', '=', name)
    .orderBy((select) => select.case().when('devices.status', '=', 'accepted').then(0).else(1).end())
    .orderBy('devices.last_seen_at', 'desc')
    .executeTakeFirst()

/** A typing error is answered before anybody has proved who they are, so it may not cost much. */
const candidatesMax = 2000

/** Names of accepted devices that are at most `by` characters longer or shorter; two thousand at most. */
export async function acceptedNamesNear(
  database: Database,
  { tenantId }: Scope,
  name: string,
  by: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('devices')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'accepted')
    .where(sql<number>`length(name)`, '>=', name.length - by)
    .where(sql<number>`length(name)`, '<=', name.length + by)
    .limit(candidatesMax)
    .execute()
  return rows.map((row) => row.name)
}

/** -1 or 0: unlimited. */
export async function maxDevicesOf(database: Database, { tenantId }: Scope): Promise<number> {
  const { max_devices: maxDevices } = await database
    .selectFrom('namespaces')
    .select('max_devices')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return maxDevices
}

/** How many devices of each status there are; a status without any may be absent. */
export async function countByStatus(
  database: Database,
  { tenantId }: Scope,
): Promise<ReadonlyMap<DeviceStatus, number>> {
  const rows = await database
    .selectFrom('device_counts')
    .select(['status', 'total'])
    .where('tenant_id', '=', tenantId)
    .execute()
  return new Map(rows.map((row) => [row.status, row.total]))
}

/** Devices that wait and were last seen from this address. */
export const countPendingFrom = (database: Database, { tenantId }: Scope, remoteAddr: string): Promise<number> =>
  countOf(
    database
      .selectFrom('devices')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'pending')
      .where('remote_addr', '=', remoteAddr),
  )

/** Accepted devices whose link is up and that were seen after `since` (Unix milliseconds). */
export const countOnline = (database: Database, { tenantId }: Scope, since: number): Promise<number> =>
  countOf(
    database
      .selectFrom('devices')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'accepted')
      .where('last_seen_at', '>', since)
      .where('disconnected_at', 'is', null),
  )

/** Accepted devices of those namespaces that have any. */
export async function countAcceptedOf(
  database: Database,
  tenants: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, number>> {
  if (tenants.length === 0) return new Map()
  const rows = await database
    .selectFrom('device_counts')
    .select(['tenant_id', 'total'])
    .where('tenant_id', 'in', tenants)
    .where('status', '=', 'accepted')
    .execute()
  return new Map(rows.map((row) => [row.tenant_id, row.total]))
}

export async function listUids(database: Database, { tenantId }: Scope): Promise<DeviceUid[]> {
  const rows = await database.selectFrom('devices').select('uid').where('tenant_id', '=', tenantId).execute()
  return rows.map((row) => row.uid)
}

export async function listAcceptedUids(database: Database, { tenantId }: Scope): Promise<DeviceUid[]> {
  const rows = await database
    .selectFrom('devices')
    .select('uid')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'accepted')
    .orderBy('uid')
    .execute()
  return rows.map((row) => row.uid)
}

/** Accepted devices, the one with the most sessions first; of equal ones the one seen last. */
export async function listMostUsed(database: Database, { tenantId }: Scope, most: number): Promise<DeviceUid[]> {
  const rows = await database
    .selectFrom('devices')
    .select('uid')
    .select((devices) =>
      devices
        .selectFrom('sessions')
        .whereRef('sessions.device_uid', '=', 'devices.uid')
        .select((sessions) => sessions.fn.countAll<number>().as('total'))
        .as('uses'),
    )
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'accepted')
    .orderBy('uses', 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('uid')
    .limit(most)
    .execute()
  return rows.map((row) => row.uid)
}

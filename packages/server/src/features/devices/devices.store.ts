import { type DeviceStatus, type DeviceUid, Failure, type TenantId } from '@sshore/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DevicesTable, DeviceTables } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Listed, Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Capacity } from './devices.ts'

export interface DeviceRow extends DevicesTable {
  /** Name of the namespace. */
  readonly namespace: string
  /** What the namespace shows when somebody connects. */
  readonly announcement: string
}

/** Which devices of a namespace; `status` undefined means all. */
export interface DeviceListing {
  readonly status: DeviceStatus | undefined
  readonly sort: 'last_seen' | 'name' | 'status' | 'online' | 'created_at' | 'status_updated_at'
  readonly direction: 'asc' | 'desc'
  readonly page: Page
  /** Unix milliseconds; see `onlineSince`. */
  readonly onlineSince: number
}

const withNamespace = (database: Database) =>
  database
    .selectFrom('devices')
    .innerJoin('namespaces', 'namespaces.tenant_id', 'devices.tenant_id')
    .selectAll('devices')
    .select(['namespaces.name as namespace', 'namespaces.connection_announcement as announcement'])

export const findDevice = (database: Database, { tenantId }: Scope, uid: DeviceUid): Promise<DeviceRow | undefined> =>
  withNamespace(database).where('devices.tenant_id', '=', tenantId).where('devices.uid', '=', uid).executeTakeFirst()

/** Fails with `device_not_found`. */
export async function getDevice(database: Database, scope: Scope, uid: DeviceUid): Promise<DeviceRow> {
  const device = await findDevice(database, scope, uid)
  if (!device) throw new Failure('device_not_found')
  return device
}

export const findDevices = (
  database: Database,
  { tenantId }: Scope,
  uids: readonly DeviceUid[],
): Promise<DeviceRow[]> =>
  withNamespace(database).where('devices.tenant_id', '=', tenantId).where('devices.uid', 'in', uids).execute()

/** The namespace of a device, for calls of our own processes that know nothing but its uid. */
export async function locateDevice(database: Database, uid: DeviceUid): Promise<Scope | undefined> {
  const row = await database.selectFrom('devices').select('tenant_id').where('uid', '=', uid).executeTakeFirst()
  return row && { tenantId: row.tenant_id }
}

const sortColumn = {
  last_seen: 'last_seen_at',
  name: 'name',
  status: 'status',
  created_at: 'created_at',
  status_updated_at: 'status_updated_at',
} as const

function orderOf({ sort, onlineSince }: DeviceListing) {
  return (select: ExpressionBuilder<DeviceTables, 'devices'>) =>
    sort === 'online'
      ? sql`(${select.ref('devices.disconnected_at')} is null and ${select.ref('devices.last_seen_at')} > ${onlineSince})`
      : select.ref(`devices.${sortColumn[sort]}`)
}

/** One page in a total order (ties by uid), and how many there are in all. */
export async function listDevices(
  database: Database,
  { tenantId }: Scope,
  listing: DeviceListing,
): Promise<Listed<DeviceRow>> {
  const { status, direction } = listing
  let page = withNamespace(database).where('devices.tenant_id', '=', tenantId)
  let count = database.selectFrom('devices').where('tenant_id', '=', tenantId)
  if (status !== undefined) {
    page = page.where('devices.status', '=', status)
    count = count.where('status', '=', status)
  }
  const rows = await page
    .orderBy(orderOf(listing), direction)
    .orderBy('devices.uid', direction)
    .limit(listing.page.limit)
    .offset(listing.page.offset)
    .execute()
  const { total } = await count.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
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
    .where('devices.name', '=', name)
    .orderBy((select) => select.case().when('devices.status', '=', 'accepted').then(0).else(1).end())
    .orderBy('devices.last_seen_at', 'desc')
    .executeTakeFirst()

const candidatesMax = 5000

/** Names of accepted devices that are at most `by` characters longer or shorter; some thousands at most. */
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

export async function capacityOf(database: Database, { tenantId }: Scope): Promise<Capacity> {
  const { max_devices: maxDevices } = await database
    .selectFrom('namespaces')
    .select('max_devices')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  // An unlimited namespace may be large; nobody asks for its count here.
  if (maxDevices <= 0) return { maxDevices, accepted: 0 }
  return { maxDevices, accepted: await countByStatus(database, { tenantId }, 'accepted') }
}

export async function countByStatus(
  database: Database,
  { tenantId }: Scope,
  status: DeviceStatus,
  where: { readonly remoteAddr?: string; readonly onlineSince?: number } = {},
): Promise<number> {
  let count = database.selectFrom('devices').where('tenant_id', '=', tenantId).where('status', '=', status)
  if (where.remoteAddr !== undefined) count = count.where('remote_addr', '=', where.remoteAddr)
  if (where.onlineSince !== undefined) {
    count = count.where('last_seen_at', '>', where.onlineSince).where('disconnected_at', 'is', null)
  }
  const { total } = await count.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

/** Accepted devices of those namespaces that have any. */
export async function countAcceptedOf(
  database: Database,
  tenants: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, number>> {
  const rows = await database
    .selectFrom('devices')
    .select((select) => ['tenant_id', select.fn.countAll<number>().as('total')])
    .where('tenant_id', 'in', tenants)
    .where('status', '=', 'accepted')
    .groupBy('tenant_id')
    .execute()
  return new Map(rows.map((row) => [row.tenant_id, row.total]))
}

export async function listUids(database: Database, { tenantId }: Scope): Promise<DeviceUid[]> {
  const rows = await database.selectFrom('devices').select('uid').where('tenant_id', '=', tenantId).execute()
  return rows.map((row) => row.uid)
}

// Lists of all namespaces together, for administrators of the server alone. They find keys; what belongs to a namespace is then
// read with its scope.
import type {
  DeviceStatus,
  DeviceUid,
  EveryDeviceProperty,
  EveryKeyProperty,
  Fingerprint,
  FirewallRuleId,
  SessionUid,
  TenantId,
  UserColumn,
  UserProperty,
} from '@sshore/contract'
import { expressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Tables, UsersTable } from '../../platform/database/schema.ts'
import type { Condition } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'

const users = expressionBuilder<Tables, 'users'>()
const userColumns: ColumnsOf<UserProperty> = {
  id: users.ref('users.id'),
  username: { lowerCase: users.ref('users.username') },
  email: { lowerCase: users.ref('users.email') },
  name: users.ref('users.name'),
  status: users.ref('users.status'),
  administrator: sql`(${users.ref('users.administrator')} = 1)`,
  max_namespaces: users.ref('users.max_namespaces'),
  created_at: users.ref('users.created_at'),
  last_login: users.ref('users.last_login_at'),
}
const userOrder = {
  created_at: users.ref('users.created_at'),
  username: users.ref('users.username'),
  email: users.ref('users.email'),
  name: users.ref('users.name'),
  last_login: sql<number>`coalesce(${users.ref('users.last_login_at')}, 0)`,
} as const

export interface UserListing {
  readonly filter: Condition<UserProperty>
  readonly column: UserColumn
  readonly direction: 'asc' | 'desc'
  readonly page: Page
}

export async function listEveryUser(
  database: Database,
  { filter, column, direction, page }: UserListing,
): Promise<Listed<UsersTable>> {
  const found = database.selectFrom('users').where(sqlOf(filter, userColumns))
  return listPage(found.selectAll().orderBy(userOrder[column], direction).orderBy('id', direction), page)
}

/** Something of a namespace, by what it is known as there. */
export interface Place<Key> {
  readonly tenantId: TenantId
  readonly key: Key
}

/** One page of what is found, of one namespace alone when it is named. */
const listPlaces = <DB, Table extends keyof DB, Key>(
  found: SelectQueryBuilder<DB, Table, Place<Key>>,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<Key>>> =>
  listPage(tenantId === undefined ? found : found.where(sql<boolean>`${sql.ref('tenant_id')} = ${tenantId}`), page)

const devices = expressionBuilder<Tables, 'devices'>()
const deviceColumns: ColumnsOf<EveryDeviceProperty> = {
  uid: devices.ref('devices.uid'),
  name: { lowerCase: devices.ref('devices.name') },
  status: devices.ref('devices.status'),
  tenant_id: devices.ref('devices.tenant_id'),
  last_seen: devices.ref('devices.last_seen_at'),
  created_at: devices.ref('devices.created_at'),
  remote_addr: devices.ref('devices.remote_addr'),
  'identity.mac': devices.ref('devices.mac'),
  'info.id': devices.ref('devices.info_id'),
  'info.version': devices.ref('devices.info_version'),
  'info.arch': devices.ref('devices.info_arch'),
  'info.platform': devices.ref('devices.info_platform'),
}

export interface EveryDeviceListing {
  readonly filter: Condition<EveryDeviceProperty>
  readonly tenantId: TenantId | undefined
  readonly status: DeviceStatus | undefined
  readonly page: Page
}

export async function listEveryDevice(
  database: Database,
  { filter, tenantId, status, page }: EveryDeviceListing,
): Promise<Listed<Place<DeviceUid>>> {
  let found = database.selectFrom('devices').where(sqlOf(filter, deviceColumns))
  if (status !== undefined) found = found.where('status', '=', status)
  const all = found.select(['tenant_id as tenantId', 'uid as key'])
  return listPlaces(all.orderBy('last_seen_at', 'desc').orderBy('uid'), tenantId, page)
}

export const listEverySession = (
  database: Database,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<SessionUid>>> => {
  const all = database.selectFrom('sessions').select(['tenant_id as tenantId', 'uid as key'])
  return listPlaces(all.orderBy('started_at', 'desc').orderBy('uid'), tenantId, page)
}

export const listEveryRule = (
  database: Database,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<FirewallRuleId>>> => {
  const all = database.selectFrom('firewall_rules').select(['tenant_id as tenantId', 'number as key'])
  return listPlaces(all.orderBy('tenant_id').orderBy('priority').orderBy('number'), tenantId, page)
}

const keys = expressionBuilder<Tables, 'public_keys'>()
const keyColumns: ColumnsOf<EveryKeyProperty> = {
  name: keys.ref('public_keys.name'),
  fingerprint: keys.ref('public_keys.fingerprint'),
  username: keys.ref('public_keys.username'),
  tenant_id: keys.ref('public_keys.tenant_id'),
  created_at: keys.ref('public_keys.created_at'),
}

export const listEveryKey = (
  database: Database,
  { filter, tenantId, page }: EveryKeyListing,
): Promise<Listed<Place<Fingerprint>>> => {
  const found = database.selectFrom('public_keys').where(sqlOf(filter, keyColumns))
  const all = found.select(['tenant_id as tenantId', 'fingerprint as key'])
  return listPlaces(all.orderBy('tenant_id').orderBy('created_at').orderBy('fingerprint'), tenantId, page)
}

export interface EveryKeyListing {
  readonly filter: Condition<EveryKeyProperty>
  readonly tenantId: TenantId | undefined
  readonly page: Page
}

export interface Counts {
  readonly users: number
  readonly namespaces: number
  readonly online: number
  readonly sessions: number
  readonly devices: ReadonlyMap<DeviceStatus, number>
}

/** Counts of the whole server; times in Unix milliseconds. */
export async function countEverything(database: Database, onlineSince: number, runningSince: number): Promise<Counts> {
  // PostgreSQL makes another type of a sum.
  const sum = sql<number>`cast(sum(${sql.ref('total')}) as bigint)`
  const devicesByStatus = await database
    .selectFrom('device_counts')
    .select(['status', sum.as('total')])
    .groupBy('status')
    .execute()
  return {
    users: await countOf(database.selectFrom('users').where('status', '<>', 'invited')),
    namespaces: await countOf(database.selectFrom('namespaces')),
    online: await countOf(
      database
        .selectFrom('devices')
        .where('status', '=', 'accepted')
        .where('last_seen_at', '>', onlineSince)
        .where('disconnected_at', 'is', null),
    ),
    sessions: await countOf(
      database.selectFrom('sessions').where('ended_at', 'is', null).where('last_seen_at', '>=', runningSince),
    ),
    devices: new Map(devicesByStatus.map(({ status, total }) => [status, total])),
  }
}

export interface RecordingCounts {
  readonly count: number
  readonly bytes: number
  readonly running: number
}

/** Of all namespaces. */
export async function countRecordings(database: Database): Promise<RecordingCounts> {
  return database
    .selectFrom('recordings')
    .select([
      sql<number>`count(*)`.as('count'),
      // PostgreSQL makes another type of a sum.
      sql<number>`cast(coalesce(sum(${sql.ref('bytes')}), 0) as bigint)`.as('bytes'),
      sql<number>`cast(coalesce(sum(case when ${sql.ref('ended_at')} is null then 1 else 0 end), 0) as bigint)`.as(
        'running',
      ),
    ])
    .executeTakeFirstOrThrow()
}

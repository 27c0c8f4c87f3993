// Lists of all namespaces together, for administrators of the server alone. They find keys; what belongs to a namespace is then
// read with its scope.
import type {
  DeviceStatus,
  DeviceUid,
  EveryDeviceProperty,
  Fingerprint,
  FirewallRuleId,
  SessionUid,
  TenantId,
  UserColumn,
  UserProperty,
} from '@sshore/contract'
import { expressionBuilder, sql } from 'kysely'
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
  if (tenantId !== undefined) found = found.where('tenant_id', '=', tenantId)
  if (status !== undefined) found = found.where('status', '=', status)
  return listPage(
    found.select(['tenant_id as tenantId', 'uid as key']).orderBy('last_seen_at', 'desc').orderBy('uid'),
    page,
  )
}

export async function listEverySession(
  database: Database,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<SessionUid>>> {
  const all = database.selectFrom('sessions')
  const found = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId)
  return listPage(
    found.select(['tenant_id as tenantId', 'uid as key']).orderBy('started_at', 'desc').orderBy('uid'),
    page,
  )
}

export async function listEveryRule(
  database: Database,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<FirewallRuleId>>> {
  const all = database.selectFrom('firewall_rules')
  const found = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId)
  return listPage(
    found.select(['tenant_id as tenantId', 'number as key']).orderBy('tenant_id').orderBy('priority').orderBy('number'),
    page,
  )
}

export async function listEveryKey(
  database: Database,
  tenantId: TenantId | undefined,
  page: Page,
): Promise<Listed<Place<Fingerprint>>> {
  const all = database.selectFrom('public_keys')
  const found = tenantId === undefined ? all : all.where('tenant_id', '=', tenantId)
  return listPage(
    found
      .select(['tenant_id as tenantId', 'fingerprint as key'])
      .orderBy('tenant_id')
      .orderBy('created_at')
      .orderBy('fingerprint'),
    page,
  )
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

// Lists of devices and of containers, which are devices of another platform.
import {
  type DeviceColumn,
  deviceProperties,
  type DeviceProperty,
  type DeviceStatus,
  type DeviceUid,
} from '@sshore/contract'
import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DeviceTables } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Condition, filterReader, isEmpty } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { countOf, type Listed, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import { countByStatus, type DeviceRow, findDevices, findRemovedDevices } from './devices.store.ts'

export const deviceFilter = filterReader(deviceProperties)

export type DeviceKind = 'device' | 'container'

/** Which devices of a namespace; `status` undefined means all. */
export interface DeviceListing {
  readonly kind: DeviceKind
  readonly status: DeviceStatus | undefined
  readonly filter: Condition<DeviceProperty>
  readonly column: DeviceColumn
  readonly direction: 'asc' | 'desc'
  readonly page: Page
  /** Unix milliseconds; see `onlineSince`. */
  readonly onlineSince: number
  /** Whether the device limit has room. */
  readonly room: boolean
  /** Those for which it has room all the same, since they keep a slot. */
  readonly roomFor?: readonly DeviceUid[]
}

const select = expressionBuilder<DeviceTables, 'devices'>()
const ref = (column: `devices.${keyof DeviceTables['devices']}`) => select.ref(column)

/** The platform is written into the statement, not bound: only so does a partial index on it serve. */
const isContainer: Expression<SqlBool> = sql<SqlBool>`${ref('devices.info_platform')} = 'connector'`
const isDevice: Expression<SqlBool> = sql<SqlBool>`${ref('devices.info_platform')} <> 'connector'`
const ofKind = (kind: DeviceKind): Expression<SqlBool> => (kind === 'container' ? isContainer : isDevice)

const isOnline = (since: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${ref('devices.disconnected_at')} is null and ${ref('devices.last_seen_at')} > ${since})`

const isNotAccepted: Expression<SqlBool> = sql<SqlBool>`(${ref('devices.status')} <> 'accepted')`

const isOneOf = (uids: readonly DeviceUid[]): Expression<SqlBool> =>
  uids.length === 0 ? sql<SqlBool>`(1 = 0)` : select('devices.uid', 'in', uids)

const plainColumns = {
  uid: ref('devices.uid'),
  name: ref('devices.name'),
  status: ref('devices.status'),
  last_seen: ref('devices.last_seen_at'),
  created_at: ref('devices.created_at'),
  status_updated_at: ref('devices.status_updated_at'),
  status_update_at: ref('devices.status_updated_at'),
  remote_addr: ref('devices.remote_addr'),
  'identity.mac': ref('devices.mac'),
  'info.id': ref('devices.info_id'),
  'info.pretty_name': ref('devices.info_pretty_name'),
  'info.version': ref('devices.info_version'),
  'info.arch': ref('devices.info_arch'),
  'info.platform': ref('devices.info_platform'),
} as const

const filterColumns = (
  { tenantId }: Scope,
  { onlineSince, room, roomFor }: DeviceListing,
): ColumnsOf<DeviceProperty> => ({
  ...plainColumns,
  name: { lowerCase: select.ref('devices.name') },
  tenant_id: ref('devices.tenant_id'),
  public_key: ref('devices.public_key'),
  public_url: sql`(${ref('devices.public_url')} = 1)`,
  online: isOnline(onlineSince),
  acceptable: room ? isNotAccepted : roomFor ? select.and([isNotAccepted, isOneOf(roomFor)]) : isOneOf([]),
  tags: {
    // As a list of uids and not row by row: found by tag when few carry it.
    // Not by EXISTS for each device: the few that carry a tag are found by the index of tags.
    some: (passes) =>
      select(
        'devices.uid',
        'in',
        select
          .selectFrom('device_tags')
          .select('device_tags.device_uid')
          .where('device_tags.tenant_id', '=', tenantId)
          .where(passes(sql<string>`${sql.ref('device_tags.tag')}`)),
      ),
  },
})

const fromDevices = (database: Database) => database.selectFrom('devices')

/** Removed devices are copies in a table of their own, of the same columns. */
const from = (database: Database, status: DeviceListing['status']): ReturnType<typeof fromDevices> =>
  status === 'removed' ? database.selectFrom('removed_devices as devices') : fromDevices(database)

const matching = (database: Database, scope: Scope, listing: DeviceListing) => {
  const ofTenant = from(database, listing.status).where('tenant_id', '=', scope.tenantId).where(ofKind(listing.kind))
  const ofStatus = listing.status === undefined ? ofTenant : ofTenant.where('status', '=', listing.status)
  return isEmpty(listing.filter) ? ofStatus : ofStatus.where(sqlOf(listing.filter, filterColumns(scope, listing)))
}

type Matching = ReturnType<typeof matching>

/** The database keeps counts of devices and containers together; containers are few, and counting those leaves the devices. */
async function countDevices(database: Database, scope: Scope, { status }: DeviceListing): Promise<number> {
  const counts = await countByStatus(database, scope)
  const both = status === undefined ? [...counts.values()] : [counts.get(status) ?? 0]
  const containers = database.selectFrom('devices').where('tenant_id', '=', scope.tenantId).where(isContainer)
  const counted = status === undefined ? containers : containers.where('status', '=', status)
  return both.reduce((total, number) => total + number, 0) - (await countOf(counted))
}

type Ordered = (rows: Matching, page: Page) => Promise<DeviceUid[]>

const orderedBy =
  ({ column, direction }: Pick<DeviceListing, 'direction'> & { readonly column: keyof typeof plainColumns }): Ordered =>
  async (rows, page) => {
    const found = await rows
      .select('uid')
      .orderBy(plainColumns[column], direction)
      .orderBy('uid', direction)
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    return found.map(({ uid }) => uid)
  }

/**
 * Those that are online before or after those that are not, each part by when they were seen: in that order an index has
 * them, where sorting by the condition would look at all.
 */
const orderedByOnline =
  ({ direction, onlineSince }: DeviceListing): Ordered =>
  async (rows, { limit, offset }) => {
    const online = rows.where(isOnline(onlineSince))
    const offline = rows.where(sql<SqlBool>`not ${isOnline(onlineSince)}`)
    const [first, second] = direction === 'desc' ? [online, offline] : [offline, online]
    const seen = orderedBy({ column: 'last_seen', direction })
    const uids = await seen(first, { limit, offset })
    if (uids.length === limit) return uids
    const before = uids.length > 0 || offset === 0 ? offset + uids.length : await countOf(first)
    const rest = { limit: limit - uids.length, offset: Math.max(0, offset - before) }
    return [...uids, ...(await seen(second, rest))]
  }

/** A page that is not full tells the total by itself, unless it lies behind the end. */
const isLast = (rows: number, { limit, offset }: Page): boolean => rows < limit && (rows > 0 || offset === 0)

/** One page in a total order (ties by uid), and how many there are in all. Whole rows are fetched for the page only. */
export async function listDevices(
  database: Database,
  scope: Scope,
  listing: DeviceListing,
): Promise<Listed<DeviceRow>> {
  const { column, direction, page, kind, filter } = listing
  const found = matching(database, scope, listing)
  const uids = await (column === 'online' ? orderedByOnline(listing) : orderedBy({ column, direction }))(found, page)
  const find = listing.status === 'removed' ? findRemovedDevices : findDevices
  const byUid = new Map((await find(database, scope, uids)).map((row) => [row.uid, row]))
  const rows = uids.flatMap((uid) => byUid.get(uid) ?? [])
  if (isLast(uids.length, page)) return { rows, total: page.offset + uids.length }
  const isCounted = kind === 'device' && isEmpty(filter) && listing.status !== 'removed'
  const counted = isCounted ? countDevices(database, scope, listing) : countOf(found)
  return { rows, total: await counted }
}

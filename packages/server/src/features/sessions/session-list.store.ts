import { type SessionColumn, sessionProperties, type SessionProperty } from '@sshore/contract'
import { expressionBuilder, sql } from 'kysely'
import type { DeviceTables } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Condition, filterReader, isEmpty } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import type { SessionRow } from './sessions.store.ts'

export const sessionFilter = filterReader(sessionProperties)

export interface SessionListing {
  readonly filter: Condition<SessionProperty>
  readonly column: SessionColumn
  readonly direction: 'asc' | 'desc'
  readonly page: Page
  /** Unix milliseconds; see `staleBefore`. */
  readonly staleBefore: number
}

const select = expressionBuilder<DeviceTables, 'sessions'>()
const ref = (column: `sessions.${keyof DeviceTables['sessions']}`) => select.ref(column)

const plainColumns = {
  uid: ref('sessions.uid'),
  device_uid: ref('sessions.device_uid'),
  username: ref('sessions.username'),
  ip_address: ref('sessions.ip_address'),
  started_at: ref('sessions.started_at'),
  last_seen: ref('sessions.last_seen_at'),
  type: ref('sessions.type'),
} as const

const filterColumns = ({ staleBefore }: SessionListing): ColumnsOf<SessionProperty> => ({
  ...plainColumns,
  'device.name': select
    .selectFrom('devices')
    .select('devices.name')
    .whereRef('devices.uid', '=', 'sessions.device_uid'),
  term: ref('sessions.term'),
  active: sql`(${ref('sessions.ended_at')} is null and ${ref('sessions.last_seen_at')} >= ${staleBefore})`,
  authenticated: sql`(${ref('sessions.authenticated')} = 1)`,
  recorded: sql`(${ref('sessions.recorded')} = 1)`,
})

/** One page in a total order (ties by uid), and how many there are in all. */
export async function listSessions(
  database: Database,
  { tenantId }: Scope,
  listing: SessionListing,
): Promise<Listed<SessionRow>> {
  const { filter, column, direction, page } = listing
  const ofTenant = database.selectFrom('sessions').where('tenant_id', '=', tenantId)
  const found = isEmpty(filter) ? ofTenant : ofTenant.where(sqlOf(filter, filterColumns(listing)))
  return listPage(found.selectAll().orderBy(plainColumns[column], direction).orderBy('uid', direction), page)
}

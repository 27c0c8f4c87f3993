import { setImmediate as turn } from 'node:timers/promises'
import { auditProperties, type AuditProperty } from '@sshore/contract'
import { expressionBuilder, sql } from 'kysely'
import type { AuditEntriesTable, AuditLogsTable, AuditTables } from '../../platform/database/audit-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Condition, filterReader, isEmpty } from '../../platform/filter/filter.ts'
import { type ColumnsOf, sqlOf } from '../../platform/filter/filter-sql.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'
import { type LogName, logOf } from './logs.ts'

/** Takes the next number of a log; until the transaction ends, nobody else gets one. */
export async function takeNumber(database: Database, log: LogName): Promise<{ number: number; sealBefore: string }> {
  const row = await database
    .insertInto('audit_logs')
    .values({ log, first_number: 1, first_seal: '', last_number: 1, last_seal: '' })
    .onConflict((conflict) =>
      conflict.column('log').doUpdateSet((update) => ({ last_number: update('audit_logs.last_number', '+', 1) })),
    )
    .returning(['last_number', 'last_seal'])
    .executeTakeFirstOrThrow()
  return { number: row.last_number, sealBefore: row.last_seal }
}

export async function insertEntry(database: Database, entry: AuditEntriesTable): Promise<void> {
  await database.insertInto('audit_entries').values(entry).execute()
  await database.updateTable('audit_logs').set({ last_seal: entry.seal }).where('log', '=', entry.log).execute()
}

export const auditFilter = filterReader(auditProperties)

export interface AuditListing {
  readonly filter: Condition<AuditProperty>
  readonly direction: 'asc' | 'desc'
  readonly page: Page
}

const select = expressionBuilder<AuditTables, 'audit_entries'>()
const ref = (column: `audit_entries.${keyof AuditEntriesTable}`) => select.ref(column)

const filterColumns: ColumnsOf<AuditProperty> = {
  time: ref('audit_entries.happened_at'),
  action: ref('audit_entries.action'),
  'actor.kind': ref('audit_entries.actor_kind'),
  'actor.id': ref('audit_entries.actor'),
  'actor.name': ref('audit_entries.actor_name'),
  'target.kind': ref('audit_entries.target_kind'),
  'target.id': ref('audit_entries.target'),
  'target.name': ref('audit_entries.target_name'),
  address: ref('audit_entries.address'),
  request_id: ref('audit_entries.request'),
}

const entriesOf = (database: Database, log: LogName, filter: Condition<AuditProperty>) => {
  const ofLog = database.selectFrom('audit_entries').where('log', '=', log)
  return isEmpty(filter) ? ofLog : ofLog.where(sqlOf(filter, filterColumns))
}

/** One page by time (ties by number), and how many there are in all. */
export async function listLog(
  database: Database,
  log: LogName,
  { filter, direction, page }: AuditListing,
): Promise<Listed<AuditEntriesTable>> {
  const found = entriesOf(database, log, filter)
  return listPage(found.selectAll().orderBy('happened_at', direction).orderBy('number', direction), page)
}

export const listEntries = (
  database: Database,
  scope: Scope,
  listing: AuditListing,
): Promise<Listed<AuditEntriesTable>> => listLog(database, logOf(scope), listing)

export interface Stretch {
  readonly filter: Condition<AuditProperty>
  /** Numbers after this one, up to and including that one. */
  readonly after: number
  readonly upTo: number
}

/** Sessions and requests have their turn in between: SQLite reads on the thread that carries them. */
const entriesAtOnce = 200

/** Entries of a log by number, a piece at a time: the next is read when the caller has taken the one before. */
export async function* readStretch(
  database: Database,
  log: LogName,
  { filter, after, upTo }: Stretch,
): AsyncGenerator<readonly AuditEntriesTable[]> {
  for (let read = after; ;) {
    await turn()
    const rows = await entriesOf(database, log, filter)
      .selectAll()
      .where('number', '>', read)
      .where('number', '<=', upTo)
      .orderBy('number')
      .limit(entriesAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    read = last.number
  }
}

export const findLog = (database: Database, log: LogName): Promise<AuditLogsTable | undefined> =>
  database.selectFrom('audit_logs').selectAll().where('log', '=', log).executeTakeFirst()

/** Every log, with the name of its namespace while that is there. */
export const listLogs = (database: Database): Promise<(AuditLogsTable & { readonly name: string | null })[]> =>
  database
    .selectFrom('audit_logs')
    .leftJoin('namespaces', (join) => join.onRef('namespaces.tenant_id', '=', 'audit_logs.log'))
    .selectAll('audit_logs')
    .select('namespaces.name')
    .orderBy('audit_logs.log')
    .execute()

/** The number of the oldest entry of this time or later; undefined when there is none below `end`. */
export async function firstSince(
  database: Database,
  log: LogName,
  time: number,
  end: number,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('audit_entries')
    .select('number')
    .where('log', '=', log)
    .where('number', '<', end)
    // Not as a condition on the column: the index by time would be read from there to its end, which is nearly all of it.
    .where(sql<number>`${sql.ref('happened_at')} + 0`, '>=', time)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number
}

export async function findSeal(database: Database, log: LogName, number: number): Promise<string | undefined> {
  const row = await database
    .selectFrom('audit_entries')
    .select('seal')
    .where('log', '=', log)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.seal
}

/** Drops what is older than this entry and remembers where the log begins now. For retention alone. */
export async function dropBefore(database: Database, log: LogName, number: number, sealBefore: string): Promise<void> {
  await database.deleteFrom('audit_entries').where('log', '=', log).where('number', '<', number).execute()
  const ends = { first_number: number, first_seal: sealBefore }
  await database.updateTable('audit_logs').set(ends).where('log', '=', log).execute()
}

/** Forgets a log of which nothing is left, of a namespace that is gone. */
export async function forgetEmptyLog(database: Database, log: LogName): Promise<void> {
  await database.deleteFrom('audit_logs').where('log', '=', log).whereRef('first_number', '>', 'last_number').execute()
}

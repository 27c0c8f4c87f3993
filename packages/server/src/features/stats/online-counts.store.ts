// How many devices were online: a row where that changed, and the slots for which it was looked at; of two steps, each kept for its
// own time.
import type { OnlineCountsTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export type OnlineCount = Pick<OnlineCountsTable, 'at' | 'online' | 'registered'>

/** From `since` (Unix milliseconds) on, in order, after the one that still held at that time. */
export const listOnlineCounts = (
  database: Database,
  { tenantId }: Scope,
  stepSeconds: number,
  since: number,
): Promise<OnlineCount[]> =>
  database
    .selectFrom('online_counts')
    .select(['at', 'online', 'registered'])
    .where('tenant_id', '=', tenantId)
    .where('step_seconds', '=', stepSeconds)
    .where('at', '>=', (select) =>
      select
        .selectFrom('online_counts as earlier')
        .select((column) => column.fn.coalesce(column.fn.max('earlier.at'), column.lit(since)).as('at'))
        .where('earlier.tenant_id', '=', tenantId)
        .where('earlier.step_seconds', '=', stepSeconds)
        .where('earlier.at', '<=', since),
    )
    .orderBy('at')
    .execute()

/** The slots from `since` on for which somebody has counted, in all namespaces, in order. */
export async function listOnlineSlots(database: Database, stepSeconds: number, since: number): Promise<number[]> {
  const rows = await database
    .selectFrom('online_slots')
    .select('at')
    .where('step_seconds', '=', stepSeconds)
    .where('at', '>=', since)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** False when somebody has counted for this slot. */
export async function takeOnlineSlot(database: Database, stepSeconds: number, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('online_slots')
    .values({ step_seconds: stepSeconds, at })
    .onConflict((conflict) => conflict.columns(['step_seconds', 'at']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Counts in every namespace that has had accepted devices, those online by `onlineSince`, and writes where that is not what was
 * written last. Each namespace is answered by one range of an index, rows of devices are not read.
 */
export async function insertOnlineCounts(
  database: Database,
  stepSeconds: number,
  at: number,
  onlineSince: number,
): Promise<void> {
  await database
    .with(
      // Counted once, whatever it is compared with.
      (name) => name('counted').materialized(),
      (query) =>
        query
          .selectFrom('device_counts')
          .select((select) => [
            'device_counts.tenant_id',
            select
              .selectFrom('devices')
              .select(select.fn.countAll<number>().as('online'))
              .whereRef('devices.tenant_id', '=', select.ref('device_counts.tenant_id'))
              .where('devices.status', '=', 'accepted')
              .where('devices.last_seen_at', '>', onlineSince)
              .where('devices.disconnected_at', 'is', null)
              .$asScalar()
              .as('online'),
            'device_counts.total as registered',
          ])
          .where('device_counts.status', '=', 'accepted'),
    )
    .insertInto('online_counts')
    .columns(['tenant_id', 'step_seconds', 'at', 'online', 'registered'])
    .expression((query) =>
      query
        .selectFrom('counted')
        .select((column) => [
          'counted.tenant_id',
          column.lit(stepSeconds).as('step_seconds'),
          column.lit(at).as('at'),
          'counted.online',
          'counted.registered',
        ])
        .where((where) => {
          // Of a namespace that has no row yet: that it had no device.
          const last = (column: 'online' | 'registered') =>
            where.fn.coalesce(
              where
                .selectFrom('online_counts as last')
                .select(`last.${column} as count`)
                .whereRef('last.tenant_id', '=', 'counted.tenant_id')
                .where('last.step_seconds', '=', stepSeconds)
                .where('last.at', '<', at)
                .orderBy('last.at', 'desc')
                .limit(1)
                .$asScalar(),
              where.lit(0),
            )
          return where.or([
            where('counted.online', '<>', last('online')),
            where('counted.registered', '<>', last('registered')),
          ])
        }),
    )
    .execute()
}

/** Of all namespaces, at most so many, and not what still held at `before`. Returns how many. */
export async function dropOnlineCounts(
  database: Database,
  stepSeconds: number,
  before: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('online_counts')
    .where('step_seconds', '=', stepSeconds)
    .where((row) =>
      row(
        row.refTuple('tenant_id', 'at'),
        'in',
        row
          .selectFrom('online_counts as old')
          .select(['old.tenant_id', 'old.at'])
          .where('old.step_seconds', '=', stepSeconds)
          .where('old.at', '<', before)
          .where((where) =>
            where.exists(
              where
                .selectFrom('online_counts as later')
                .select('later.at')
                .whereRef('later.tenant_id', '=', 'old.tenant_id')
                .where('later.step_seconds', '=', stepSeconds)
                .whereRef('later.at', '>', 'old.at')
                .where('later.at', '<=', before),
            ),
          )
          .limit(most)
          .$asTuple('tenant_id', 'at'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function dropOnlineSlots(database: Database, stepSeconds: number, before: number): Promise<void> {
  await database.deleteFrom('online_slots').where('step_seconds', '=', stepSeconds).where('at', '<', before).execute()
}

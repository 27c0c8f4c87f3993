// How many devices were online: rows of two steps, each kept for its own time.
import type { Expression } from 'kysely'
import type { OnlineCountsTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export type OnlineCount = Pick<OnlineCountsTable, 'at' | 'online' | 'registered'>

/** From `since` (Unix milliseconds) on, in order. */
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
    .where('at', '>=', since)
    .orderBy('at')
    .execute()

/** Whether somebody has counted for this slot, in any namespace. */
export async function isCounted(database: Database, stepSeconds: number, at: number): Promise<boolean> {
  const row = await database
    .selectFrom('online_counts')
    .select('at')
    .where('step_seconds', '=', stepSeconds)
    .where('at', '=', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What is written for a slot of a namespace stays. */
async function insertOnce(database: Database, counted: Expression<OnlineCountsTable>): Promise<void> {
  await database
    .insertInto('online_counts')
    .columns(['tenant_id', 'step_seconds', 'at', 'online', 'registered'])
    .expression(counted)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'step_seconds', 'at']).doNothing())
    .execute()
}

/**
 * Counts in every namespace that has accepted devices, those online by `onlineSince`. What is written for a slot stays, so that
 * of several servers the first one counts. Each namespace is answered by one range of an index, rows of devices are not read.
 */
export async function insertOnlineCounts(
  database: Database,
  stepSeconds: number,
  at: number,
  onlineSince: number,
): Promise<void> {
  await insertOnce(
    database,
    database
      .selectFrom('device_counts')
      .select((select) => [
        'device_counts.tenant_id',
        select.lit(stepSeconds).as('step_seconds'),
        select.lit(at).as('at'),
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
      .where('device_counts.status', '=', 'accepted')
      .where('device_counts.total', '>', 0),
  )
}

/** Keeps what was counted for a slot as the count of a longer slot, unless that has one. */
export async function keepAs(
  database: Database,
  { stepSeconds, at }: { readonly stepSeconds: number; readonly at: number },
  longer: { readonly stepSeconds: number; readonly at: number },
): Promise<void> {
  await insertOnce(
    database,
    database
      .selectFrom('online_counts')
      .select((select) => [
        'tenant_id',
        select.lit(longer.stepSeconds).as('step_seconds'),
        select.lit(longer.at).as('at'),
        'online',
        'registered',
      ])
      .where('step_seconds', '=', stepSeconds)
      .where('at', '=', at),
  )
}

/** Of all namespaces. */
export async function dropOnlineCounts(database: Database, stepSeconds: number, before: number): Promise<void> {
  await database.deleteFrom('online_counts').where('step_seconds', '=', stepSeconds).where('at', '<', before).execute()
}

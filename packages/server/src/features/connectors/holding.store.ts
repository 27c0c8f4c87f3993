// Which server follows which engine: one at a time, by a lease. These look at all namespaces.
import type { ConnectorUid } from '@sshore/contract'
import { sql } from 'kysely'
import type { ConnectorsTable } from '../../platform/database/connector-tables.ts'
import type { Database } from '../../platform/database/schema.ts'

export interface Lease {
  readonly holder: string
  readonly now: number
  readonly until: number
}

/** Those that are switched on and that this server holds, or may take. */
export const findOpen = (database: Database, { holder, now }: Lease): Promise<ConnectorsTable[]> =>
  database
    .selectFrom('connectors')
    .selectAll()
    .where('enable', '=', 1)
    .where((where) => where.or([where('holder', '=', holder), where('held_until', '<', now)]))
    .orderBy('uid')
    .execute()

/** Whether the lease was taken, or made longer; another server may have been faster. */
export async function takeLease(
  database: Database,
  uid: ConnectorUid,
  { holder, now, until }: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('connectors')
    .set({ holder, held_until: until })
    .where('uid', '=', uid)
    .where((where) => where.or([where('holder', '=', holder), where('held_until', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function endLeases(database: Database, holder: string): Promise<void> {
  await database.updateTable('connectors').set({ holder: '', held_until: 0 }).where('holder', '=', holder).execute()
}

/** What is known of a connection, as long as the connector is the same one still. */
export async function writeState(
  database: Database,
  { uid, revision }: Pick<ConnectorsTable, 'uid' | 'revision'>,
  { state, message }: Pick<ConnectorsTable, 'state' | 'message'>,
  now: number,
): Promise<void> {
  // It may fail again and again for other reasons, and has failed since the first.
  const since = sql<number>`case when state = ${state} then coalesce(state_since, ${now}) else ${now} end`
  await database
    .updateTable('connectors')
    .set({ state, message, state_since: since })
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .execute()
}

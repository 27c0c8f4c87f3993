import type { Database } from '../../platform/database/schema.ts'

export async function isKnownEvent(database: Database, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('billing_events')
    .select('event_id')
    .where('event_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertEvent(database: Database, id: string, type: string, now: number): Promise<void> {
  await database
    .insertInto('billing_events')
    .values({ event_id: id, type, received_at: now })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute()
}

export async function dropEventsBefore(database: Database, before: number): Promise<void> {
  await database.deleteFrom('billing_events').where('received_at', '<', before).execute()
}

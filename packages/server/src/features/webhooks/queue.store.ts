// The queue of all namespaces, as whoever sends sees it.
import { sql } from 'kysely'
import type { WebhookId } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../platform/database/webhook-tables.ts'

/** Written out, since an index on part of a table is not taken for a parameter. */
const waiting = sql.lit('waiting' as const)

/** A webhook that has something to be sent and that nobody is sending to; the one that has rested longest. */
export const findDue = (database: Database, now: number): Promise<WebhooksTable | undefined> =>
  database
    .selectFrom('webhooks')
    .selectAll()
    .where('active', '=', 1)
    .where('leased_until', '<=', now)
    .where('rest_until', '<=', now)
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('status', '=', waiting)
          .where('due_at', '<=', now),
      ),
    )
    .orderBy('rest_until')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export interface Lease {
  readonly now: number
  readonly until: number
  /** Proves later that it is still ours. */
  readonly lease: string
}

/** False when somebody else was faster. */
export async function takeLease(database: Database, id: WebhookId, { now, until, lease }: Lease): Promise<boolean> {
  const result = await database
    .updateTable('webhooks')
    .set({ leased_until: until, lease })
    .where('id', '=', id)
    .where('leased_until', '<=', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** What was due first. */
export const findNext = (database: Database, id: WebhookId, now: number): Promise<WebhookDeliveriesTable | undefined> =>
  database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .where('status', '=', waiting)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Gives it back with what has become of the webhook. False when the lease has run out and is somebody else's. */
export async function endLease(
  database: Database,
  id: WebhookId,
  lease: string,
  patch: Partial<Pick<WebhooksTable, 'failing_since' | 'failures' | 'rest_until'>>,
): Promise<boolean> {
  const result = await database
    .updateTable('webhooks')
    .set({ ...patch, leased_until: 0, lease: '' })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function dropOlderThan(database: Database, before: number): Promise<void> {
  await database
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', before)
    .where('status', '!=', 'waiting')
    .execute()
}

/** Drops all but the newest of each webhook that has more. */
export async function dropBeyond(database: Database, most: number): Promise<void> {
  const long = await database
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .groupBy('webhook_id')
    .having((having) => having.fn.countAll<number>(), '>', most)
    .execute()
  for (const { webhook_id: id } of long) {
    const last = await database
      .selectFrom('webhook_deliveries')
      .select('created_at')
      .where('webhook_id', '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(most)
      .limit(1)
      .executeTakeFirst()
    if (!last) continue
    await database
      .deleteFrom('webhook_deliveries')
      .where('webhook_id', '=', id)
      .where('created_at', '<=', last.created_at)
      .where('status', '!=', 'waiting')
      .execute()
  }
}

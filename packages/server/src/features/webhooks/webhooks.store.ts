import { Failure, type WebhookDeliveryId, type WebhookId } from '@sshore/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../platform/database/webhook-tables.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export async function insertWebhook(database: Database, row: WebhooksTable): Promise<void> {
  await database.insertInto('webhooks').values(row).execute()
}

/** Fails with `webhook_not_found`. */
export async function getWebhook(database: Database, { tenantId }: Scope, id: WebhookId): Promise<WebhooksTable> {
  const row = await database
    .selectFrom('webhooks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('webhook_not_found')
  return row
}

/** Oldest first. */
export async function listWebhooks(
  database: Database,
  { tenantId }: Scope,
  page: Page,
): Promise<Listed<WebhooksTable>> {
  const all = database.selectFrom('webhooks').where('tenant_id', '=', tenantId)
  return listPage(all.selectAll().orderBy('created_at').orderBy('id'), page)
}

export const listActiveWebhooks = (database: Database, { tenantId }: Scope): Promise<WebhooksTable[]> =>
  database.selectFrom('webhooks').selectAll().where('tenant_id', '=', tenantId).where('active', '=', 1).execute()

export async function countWebhooks(database: Database, { tenantId }: Scope): Promise<number> {
  return countOf(database.selectFrom('webhooks').where('tenant_id', '=', tenantId))
}

export async function patchWebhook(
  database: Database,
  { tenantId }: Scope,
  id: WebhookId,
  patch: Partial<Omit<WebhooksTable, 'id' | 'tenant_id'>>,
): Promise<void> {
  await database.updateTable('webhooks').set(patch).where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function removeWebhook(database: Database, { tenantId }: Scope, id: WebhookId): Promise<void> {
  await database.deleteFrom('webhooks').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export async function insertDelivery(database: Database, row: WebhookDeliveriesTable): Promise<void> {
  await database.insertInto('webhook_deliveries').values(row).execute()
}

export async function countWaiting(database: Database, { tenantId }: Scope, id: WebhookId): Promise<number> {
  return countOf(
    database
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', id)
      .where('tenant_id', '=', tenantId)
      // Written out, since an index on part of a table is not taken for a parameter.
      .where('status', '=', sql.lit('waiting' as const)),
  )
}

/** Newest first. */
export async function listDeliveries(
  database: Database,
  { tenantId }: Scope,
  id: WebhookId,
  page: Page,
): Promise<Listed<WebhookDeliveriesTable>> {
  const all = database.selectFrom('webhook_deliveries').where('webhook_id', '=', id).where('tenant_id', '=', tenantId)
  return listPage(all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
}

/** Fails with `webhook_delivery_not_found`. */
export async function getDelivery(
  database: Database,
  { tenantId }: Scope,
  id: WebhookId,
  delivery: WebhookDeliveryId,
): Promise<WebhookDeliveriesTable> {
  const row = await database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', delivery)
    .where('webhook_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!row) throw new Failure('webhook_delivery_not_found')
  return row
}

export async function patchDelivery(
  database: Database,
  { tenantId }: Scope,
  delivery: WebhookDeliveryId,
  patch: Partial<Omit<WebhookDeliveriesTable, 'id' | 'tenant_id' | 'webhook_id'>>,
): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set(patch)
    .where('id', '=', delivery)
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** What waits is not sent any more. */
export async function giveUpWaiting(
  database: Database,
  { tenantId }: Scope,
  id: WebhookId,
  problem: string,
): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', problem })
    .where('webhook_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .execute()
}

// Putting events into the queue of each webhook that wants them.
import { randomUUID } from 'node:crypto'
import {
  type EventType,
  Failure,
  limits,
  type NamespaceEvent,
  type WebhookDeliveryId,
  type WebhookId,
} from '@sshore/contract'
import type { Change } from '../../hooks.ts'
import { flag, json, time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../platform/database/webhook-tables.ts'
import type { Scope } from '../../platform/scope.ts'
import { personOf } from '../../platform/actor.ts'
import {
  countWaiting,
  getDelivery,
  getWebhook,
  insertDelivery,
  listActiveWebhooks,
  patchDelivery,
} from './webhooks.store.ts'

export const selection = json<readonly EventType[]>()

const deliveryOf = (webhook: WebhooksTable, event: NamespaceEvent, now: number): WebhookDeliveriesTable => ({
  id: randomUUID() as string as WebhookDeliveryId,
  webhook_id: webhook.id,
  tenant_id: webhook.tenant_id,
  event_id: event.id,
  type: event.type,
  body: JSON.stringify(event),
  status: 'waiting',
  attempts: 0,
  created_at: now,
  due_at: now,
  attempted_at: null,
  response_status: 0,
  latency_milliseconds: 0,
  problem: '',
  excerpt: '',
})

const isFull = async (database: Database, scope: Scope, id: WebhookId): Promise<boolean> =>
  (await countWaiting(database, scope, id)) >= limits.webhooks.waitingMost

/** In the transaction of what happened, so that nothing is sent that never was and nothing is forgotten. */
export async function enqueue(database: Database, scope: Scope, event: NamespaceEvent, now: number): Promise<void> {
  for (const webhook of await listActiveWebhooks(database, scope)) {
    const wanted = selection.read(webhook.events)
    if (wanted.length > 0 && !wanted.includes(event.type)) continue
    const delivery = deliveryOf(webhook, event, now)
    const problem = `It was not sent: ${limits.webhooks.waitingMost} others were waiting.`
    const full = await isFull(database, scope, webhook.id)
    await insertDelivery(database, full ? { ...delivery, status: 'failed', problem } : delivery)
  }
}

async function requireReady(database: Database, scope: Scope, { id, active }: WebhooksTable): Promise<void> {
  if (!flag.read(active)) throw new Failure('webhook_off')
  if (await isFull(database, scope, id)) throw new Failure('webhook_queue_full')
}

/** Fails with `webhook_not_found`, `webhook_off` or `webhook_queue_full`. */
export async function tryWebhook(inside: Change, id: WebhookId, now: number): Promise<WebhookDeliveriesTable> {
  const { database, scope, actor, changed } = inside
  const webhook = await getWebhook(database, scope, id)
  await requireReady(database, scope, webhook)
  const delivery = deliveryOf(
    webhook,
    {
      id: randomUUID(),
      type: 'webhook.test',
      time: time.toWire(now),
      tenant_id: scope.tenantId,
      actor: personOf(actor),
      targets: [{ kind: 'webhook', id, name: webhook.name }],
      before: null,
      after: null,
    },
    now,
  )
  await insertDelivery(database, delivery)
  await changed({ what: 'webhook.test', target: { kind: 'webhook', id, name: webhook.name } })
  return delivery
}

export interface Which {
  readonly id: WebhookId
  readonly delivery: WebhookDeliveryId
}

/** Fails as `tryWebhook` does, or with `webhook_delivery_not_found`. */
export async function sendAgain(
  { database, scope, changed }: Change,
  { id, delivery }: Which,
  now: number,
): Promise<WebhookDeliveriesTable> {
  const webhook = await getWebhook(database, scope, id)
  await getDelivery(database, scope, id, delivery)
  await requireReady(database, scope, webhook)
  await patchDelivery(database, scope, delivery, { status: 'waiting', attempts: 0, due_at: now })
  await changed({ what: 'webhook.redeliver', target: { kind: 'webhook', id, name: webhook.name }, after: { delivery } })
  return getDelivery(database, scope, id, delivery)
}

import type { Webhook, WebhookDelivery } from '@sshore/contract'
import { flag, time } from '../../platform/database/codecs.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '../../platform/database/webhook-tables.ts'
import { selection } from './deliveries.ts'

export const presentWebhook = (row: WebhooksTable): Webhook => ({
  id: row.id,
  tenant_id: row.tenant_id,
  name: row.name,
  url: row.url,
  events: [...selection.read(row.events)],
  active: flag.read(row.active),
  switched_off: row.switched_off,
  failing_since: time.toWire(row.failing_since),
  created_by: row.creator,
  created_at: time.toWire(row.created_at),
  updated_at: time.toWire(row.updated_at),
})

export const presentDelivery = (row: WebhookDeliveriesTable): WebhookDelivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  created_at: time.toWire(row.created_at),
  attempted_at: time.toWire(row.attempted_at),
  due_at: time.toWire(row.status === 'waiting' ? row.due_at : null),
  response_status: row.response_status,
  latency_milliseconds: row.latency_milliseconds,
  problem: row.problem,
  excerpt: row.excerpt,
})

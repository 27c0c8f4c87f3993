// Tables of webhooks. Columns hold what `codecs.ts` says.
import type { EventType, TenantId, WebhookDeliveryId, WebhookId } from '@sshore/contract'

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

export interface WebhooksTable {
  id: WebhookId
  tenant_id: TenantId
  name: string
  url: string
  /** JSON; empty: all. */
  events: string
  active: number
  /** Why the server switched it off; empty when it did not. */
  switched_off: string
  sealed_secret: string
  /** A user name, or the name of an API key. */
  creator: string
  created_at: number
  updated_at: number
  /** Null: the last attempt went well, or there was none. */
  failing_since: number | null
  /** One after the other until now. */
  failures: number
  /** Nothing is sent before. */
  rest_until: number
  /** Whoever took it on sends alone until then. */
  leased_until: number
  lease: string
}

export interface WebhookDeliveriesTable {
  id: WebhookDeliveryId
  webhook_id: WebhookId
  tenant_id: TenantId
  event_id: string
  type: EventType
  /** As it is sent. */
  body: string
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  created_at: number
  due_at: number
  attempted_at: number | null
  /** Of the last attempt; 0 for no answer. */
  response_status: number
  latency_milliseconds: number
  problem: string
  excerpt: string
}

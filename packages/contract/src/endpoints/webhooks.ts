import { type Static, Type } from 'typebox'
import { TenantId, WebhookDeliveryId, WebhookId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { eventTypes } from '../events.ts'
import { webhooks } from '../limits.ts'
import { OneOf, Paging, Time, TotalCount } from '../schemas.ts'

const feature = 'webhooks' as const

const Name = Type.String({
  minLength: 1,
  maxLength: webhooks.nameChars,
  pattern: webhooks.namePattern,
  examples: ['chat room'],
})
const Address = Type.String({
  minLength: 1,
  maxLength: webhooks.urlChars,
  description: 'Where events are sent: https, a public host, without user name and fragment',
  examples: ['https://hooks.example.com/sshore'],
})
const Selection = Type.Array(OneOf(eventTypes, 'Type of events'), {
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'Which events to send; empty: all',
  examples: [['device.offline', 'device.pending']],
})

const shown = {
  id: WebhookId,
  tenant_id: TenantId,
  name: Name,
  url: Address,
  events: Selection,
  active: Type.Boolean({ description: 'Whether events are sent' }),
  switched_off: Type.String({ description: 'Why the server switched it off; empty when it did not' }),
  failing_since: Time,
  created_by: Type.String({ description: 'Who made it: a user name, or the name of an API key', examples: ['ana'] }),
  created_at: Time,
  updated_at: Time,
}
export const Webhook = Type.Object(shown)
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({
  description: 'With which deliveries are signed; shown this once',
  examples: ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
})

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const
export const WebhookDelivery = Type.Object({
  id: WebhookDeliveryId,
  webhook_id: WebhookId,
  event_id: Type.String({ description: 'UUID of the event; the same in every delivery of it' }),
  type: OneOf(eventTypes, 'What happened'),
  status: OneOf(deliveryStatuses, 'waiting: for its first or next attempt; failed: it will not be tried again'),
  attempts: Type.Integer({ minimum: 0, examples: [1] }),
  created_at: Time,
  attempted_at: Time,
  due_at: Time,
  response_status: Type.Integer({ description: 'Of the last attempt; 0: there was no answer', examples: [204] }),
  latency_milliseconds: Type.Integer({ description: 'Of the last attempt', examples: [84] }),
  problem: Type.String({ description: 'Why the last attempt failed; empty when it did not' }),
  excerpt: Type.String({ description: 'The beginning of the last answer' }),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const byId = Type.Object({ id: WebhookId })

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  feature,
  summary: 'Have events of the namespace sent to an address; the reply is the only time that the secret is shown',
  access: { kind: 'member', permission: 'webhook:create', apiKey: true },
  body: Type.Object({
    name: Name,
    url: Address,
    events: Type.Optional(Selection),
    active: Type.Optional(Type.Boolean()),
  }),
  success: { status: 200, description: 'The webhook', body: Type.Object({ ...shown, secret: Secret }) },
  errors: ['webhook_address', 'webhook_limit'],
})

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  feature,
  summary: 'List the webhooks of the namespace, oldest first',
  access: { kind: 'member', permission: 'webhook:details', apiKey: true },
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Webhooks', body: Type.Array(Webhook), headers: TotalCount },
  errors: [],
})

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/api/webhooks/{id}',
  feature,
  summary: 'Get one webhook',
  access: { kind: 'member', permission: 'webhook:details', apiKey: true },
  params: byId,
  success: { status: 200, description: 'The webhook', body: Webhook },
  errors: ['webhook_not_found'],
})

export const updateWebhook = endpoint({
  id: 'updateWebhook',
  method: 'PATCH',
  path: '/api/webhooks/{id}',
  feature,
  summary: 'Change a webhook; only fields present change. Switched off, it drops what waits to be sent',
  access: { kind: 'member', permission: 'webhook:update', apiKey: true },
  params: byId,
  body: Type.Object({
    name: Type.Optional(Name),
    url: Type.Optional(Address),
    events: Type.Optional(Selection),
    active: Type.Optional(Type.Boolean()),
  }),
  success: { status: 200, description: 'The webhook', body: Webhook },
  errors: ['webhook_not_found', 'webhook_address'],
})

export const renewWebhookSecret = endpoint({
  id: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{id}/secret',
  feature,
  summary: 'Give a webhook a new secret, with which everything is signed from then on',
  access: { kind: 'member', permission: 'webhook:update', apiKey: true },
  params: byId,
  success: { status: 200, description: 'The new secret', body: Type.Object({ secret: Secret }) },
  errors: ['webhook_not_found'],
})

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  feature,
  summary: 'Remove a webhook with the log of its deliveries',
  access: { kind: 'member', permission: 'webhook:remove', apiKey: true },
  params: byId,
  success: { status: 200, description: 'Gone' },
  errors: ['webhook_not_found'],
})

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  feature,
  summary: 'Send an event of type `webhook.test`; how that went is in the list of deliveries',
  access: { kind: 'member', permission: 'webhook:update', apiKey: true },
  params: byId,
  success: { status: 200, description: 'The delivery that waits', body: WebhookDelivery },
  errors: ['webhook_not_found', 'webhook_off', 'webhook_queue_full'],
})

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  feature,
  summary: 'List what was sent and what waits to be sent, newest first',
  access: { kind: 'member', permission: 'webhook:details', apiKey: true },
  params: byId,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Deliveries', body: Type.Array(WebhookDelivery), headers: TotalCount },
  errors: ['webhook_not_found'],
})

export const redeliverWebhook = endpoint({
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/redeliver',
  feature,
  summary: 'Send a delivery once more, now, with the same identifiers',
  access: { kind: 'member', permission: 'webhook:update', apiKey: true },
  params: Type.Object({ id: WebhookId, delivery: WebhookDeliveryId }),
  success: { status: 200, description: 'The delivery that waits', body: WebhookDelivery },
  errors: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_off', 'webhook_queue_full'],
})

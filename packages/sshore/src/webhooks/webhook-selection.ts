// Which webhook, and which of its deliveries, somebody means.
import type { Client } from '@sshore/client'
import type { Webhook, WebhookDelivery } from '@sshore/contract'
import { everyPage, firstOf } from '../instance/every-page.ts'
import { theOne } from '../reach/by-identifier.ts'

/** By name, or by the beginning of its identifier (at least 4 digits). */
export async function getNamedWebhook(client: Client, given: string): Promise<Webhook> {
  const all = await everyPage((query) => client.listWebhooks({ query }))
  return theOne('webhook', all, given, { idOf: ({ id }) => id, isNamed: ({ name }) => name === given })
}

/** The newest ones, at most `limit`. */
export const newestDeliveries = (
  client: Client,
  { id }: Pick<Webhook, 'id'>,
  limit: number,
): Promise<WebhookDelivery[]> => firstOf((query) => client.listWebhookDeliveries({ params: { id }, query }), limit)

/** By the beginning of its identifier (at least 4 digits). */
export async function getDelivery(client: Client, webhook: Webhook, given: string): Promise<WebhookDelivery> {
  const all = await everyPage((query) => client.listWebhookDeliveries({ params: { id: webhook.id }, query }))
  return theOne('delivery', all, given, { idOf: ({ id }) => id })
}

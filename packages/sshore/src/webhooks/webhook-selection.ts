// Which webhook, and which of its deliveries, somebody means.
import type { Client } from '@sshore/client'
import type { Webhook, WebhookDelivery } from '@sshore/contract'
import { CommandFailure, exitCodes } from '../exit-codes.ts'
import { everyPage, firstOf } from '../instance/every-page.ts'

const beginning = /^[0-9a-f][0-9a-f-]{3,35}$/

/** The one whose identifier begins so; fails with exit code 3 for none and 2 for several. */
function theOne<Item extends { readonly id: string }>(what: string, found: readonly Item[], given: string): Item {
  const [one, another] = found
  if (one && !another) return one
  if (!one) throw new CommandFailure(exitCodes.notFound, `${what}_not_found`, `There is no ${what} ${given} here.`)
  const message = `Several could be meant by ${given}: ${found.map(({ id }) => id).join(', ')}. Give more of the identifier.`
  throw new CommandFailure(exitCodes.usage, 'ambiguous_name', message)
}

/** By name, or by the beginning of its identifier (at least 4 digits). */
export async function getNamedWebhook(client: Client, given: string): Promise<Webhook> {
  const all = await everyPage((query) => client.listWebhooks({ query }))
  const named = all.filter(({ name }) => name === given)
  const digits = given.toLowerCase()
  const begun = beginning.test(digits) ? all.filter(({ id }) => id.startsWith(digits)) : []
  return theOne('webhook', named.length > 0 ? named : begun, given)
}

/** The newest ones, at most `limit`. */
export const newestDeliveries = (
  client: Client,
  { id }: Pick<Webhook, 'id'>,
  limit: number,
): Promise<WebhookDelivery[]> => firstOf((query) => client.listWebhookDeliveries({ params: { id }, query }), limit)

/** By the beginning of its identifier (at least 4 digits). */
export async function getDelivery(client: Client, webhook: Webhook, given: string): Promise<WebhookDelivery> {
  const digits = given.toLowerCase()
  const all = await everyPage((query) => client.listWebhookDeliveries({ params: { id: webhook.id }, query }))
  const found = beginning.test(digits) ? all.filter(({ id }) => id.startsWith(digits)) : []
  return theOne('delivery', found, given)
}

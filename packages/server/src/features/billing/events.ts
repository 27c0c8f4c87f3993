// Events of the payment provider: signed by it, each dealt with once, in whatever order they come.
import type { Stripe } from 'stripe'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { paymentsOf } from './accounts.ts'
import { locateCustomer } from './accounts.store.ts'
import { insertEvent, isKnownEvent } from './billing-events.store.ts'
import { forgetCustomer, synchronise } from './synchronisation.ts'
import { ofServer } from './of-server.ts'

/** Whom an event is about; empty when no customer is named. */
function customerOf({ data: { object } }: Stripe.Event): string {
  if (object.object === 'customer') return object.id
  const named = 'customer' in object ? object.customer : undefined
  if (typeof named === 'string') return named
  return typeof named === 'object' && named !== null && 'id' in named ? named.id : ''
}

/** What a body was signed with, both as they arrived. */
export interface Signed {
  readonly body: string
  readonly signature: string
}

/** Fails with `billing_signature`, or as the provider does when it is asked back: it then sends the event again. */
export async function receive(services: Services, { body, signature }: Signed): Promise<void> {
  const { database, clock } = services
  const event = await paymentsOf(services).verify(body, signature, clock.now())
  if (await isKnownEvent(database, event.id)) return
  const customer = customerOf(event)
  const scope = await locateCustomer(database, customer)
  if (scope && event.type === 'customer.deleted') {
    await ofServer(services)(scope, (inside) => forgetCustomer(inside, customer, clock.now()))
  } else if (scope) await synchronise(services, scope)
  await transactFreely(database, (transaction) => insertEvent(transaction, event.id, event.type, clock.now()))
}

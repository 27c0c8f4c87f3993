// A server with a payment provider beside it, and owners in every stage of paying.
import type { Services } from '../../../services.ts'
import { secondServices } from '../../../test-device.ts'
import { startTestServer, type TestServer } from '../../../test-server.ts'
import { startStripePeer, type StripePeer } from './stripe-peer.ts'

export type Owner = Awaited<ReturnType<TestServer['signUp']>>
export type Customer = Owner & { readonly method: string; readonly customer: string }
export type Subscriber = Customer & { readonly subscription: string }

export interface BillingStack extends AsyncDisposable {
  readonly stack: TestServer
  readonly peer: StripePeer
  /** Where the server listens. */
  readonly address: string
  /** What jobs run with. */
  readonly services: Services
  newOwner(): Promise<Owner>
  newMethod(): string
  /** With a payment method. */
  newCustomer(): Promise<Customer>
  newSubscriber(): Promise<Subscriber>
  billingOf(owner: Owner): Promise<{ readonly active: boolean; readonly status: string } | null>
  quantityOf(subscription: string): unknown
}

/** Two connections to a database of its own take a while on a busy machine. */
export const startSeconds = 60

export async function startBillingStack(): Promise<BillingStack> {
  await using undo = new AsyncDisposableStack()
  const now = { of: Date.now }
  const peer = undo.use(await startStripePeer(() => now.of()))
  const stack = undo.use(await startTestServer({ payments: peer.options, publicUrl: 'https://sshore.example' }))
  now.of = stack.clock.now
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const services = undo.use(await secondServices(stack))
  let made = 0
  const newOwner = (): Promise<Owner> => stack.signUp(`owner-${(made += 1)}`)
  const newMethod = (): string => peer.state.addMethod(`pm_${(made += 1)}`).id
  const newCustomer = async (): Promise<Customer> => {
    const owner = await newOwner()
    await owner.client.createCustomer()
    const method = newMethod()
    await owner.client.attachPaymentMethod({ body: { id: method } })
    return { ...owner, method, customer: (await owner.client.getCustomer()).body.id }
  }
  const resources = undo.move()
  return {
    stack,
    peer,
    address: `http://127.0.0.1:${port}`,
    services,
    newOwner,
    newMethod,
    newCustomer,
    async newSubscriber() {
      const owner = await newCustomer()
      await owner.client.createSubscription()
      return { ...owner, subscription: (await owner.client.getSubscription()).body.id }
    },
    billingOf: async ({ client, tenantId }) =>
      (await client.getNamespace({ params: { tenant: tenantId } })).body.billing,
    quantityOf: (subscription) =>
      JSON.parse(JSON.stringify(peer.state.get('subscription', subscription))).items.data[0].quantity,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

// When the payment provider is away, answers half or answers twice; and who may ask it for what.
import { limits, roles, type Role } from '@sshore/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seconds } from '../../platform/clock.ts'
import { acceptedDevice } from '../../test-device.ts'
import { testServiceToken } from '../../test-server.ts'
import { type BillingStack, type Owner, startBillingStack, startSeconds } from './testing/billing-stack.ts'
import type { Mood } from './testing/stripe-peer.ts'
import { reportAllDue } from './usage.ts'

let world: BillingStack
beforeAll(async () => {
  world = await startBillingStack()
}, startSeconds * 1000)
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  world.peer.mood = 'ok'
  world.peer.before = async () => undefined
})

const away = { status: 424, code: 'billing_unavailable', message: expect.stringContaining('try again') }
const subscriptionsOf = (customer: string) => world.peer.state.all('subscription', { customer })

test('while the provider is away calls answer 424 and change nothing, and devices are accepted all the same', async () => {
  const owner = await world.newSubscriber()
  const { client } = owner
  const spare = { id: world.newMethod() }
  for (const mood of ['error', 'silent'] satisfies Mood[]) {
    world.peer.mood = mood
    const failing = [client.getCustomer(), client.getSubscription(), client.cancelSubscription()]
    const outcomes = await Promise.allSettled([...failing, client.attachPaymentMethod({ body: spare })])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: away })
  }
  world.peer.mood = 'silent'
  const newcomer = await world.newOwner()
  await expect(newcomer.client.createCustomer()).rejects.toMatchObject(away)
  for (const hostname of ['one', 'two', 'three', 'four']) await acceptedDevice(world.stack, owner, { hostname })
  expect((await client.evaluateBilling()).body).toEqual({ can_accept: true, can_connect: true })
  expect(await world.billingOf(owner)).toMatchObject({ active: true })
  await reportAllDue(world.services)
  world.peer.mood = 'ok'
  // Not before its time: a provider that has trouble is not asked by the second.
  await reportAllDue(world.services)
  expect(world.quantityOf(owner.subscription)).toBe(0)
  world.stack.clock.advance(seconds(limits.billing.reportRetrySeconds[0]))
  await reportAllDue(world.services)
  expect(world.quantityOf(owner.subscription)).toBe(4)
  await newcomer.client.createCustomer()
}, 60_000)

test('an answer that was lost on the way does not make a second customer or a second subscription', async () => {
  const { peer } = world
  const owner = await world.newOwner()
  peer.mood = 'forgetful'
  await expect(owner.client.createCustomer()).rejects.toMatchObject(away)
  peer.mood = 'ok'
  await owner.client.createCustomer()
  expect(peer.state.all('customer', { email: owner.email })).toHaveLength(1)
  await owner.client.attachPaymentMethod({ body: { id: world.newMethod() } })
  const { id } = (await owner.client.getCustomer()).body
  peer.before = async ({ method, path }) => {
    if (method === 'POST' && path === '/v1/subscriptions') peer.mood = 'forgetful'
  }
  const from = peer.asked.length
  await expect(owner.client.createSubscription()).rejects.toMatchObject(away)
  // The SDK tried again with the same key, and was answered as before.
  const orders = peer.asked.slice(from).filter(({ method, path }) => method === 'POST' && path === '/v1/subscriptions')
  expect(orders.map(({ replayed }) => replayed)).toEqual([false, true])
  expect(new Set(orders.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  // With a payment method of its own it would not follow when the owner changes the default.
  for (const { form } of orders) expect(form).not.toHaveProperty('default_payment_method')
  peer.mood = 'ok'
  peer.before = async () => undefined
  // It is there, and whoever asks sees it.
  await expect(owner.client.createSubscription()).rejects.toMatchObject({ code: 'subscription_exists' })
  expect(subscriptionsOf(id)).toHaveLength(1)
}, 60_000)

test('a namespace with the identifier of one that is gone does not get its customer', async () => {
  const owner = await world.newCustomer()
  const params = { tenant: owner.tenantId }
  await owner.client.deleteNamespace({ params })
  const { client } = await world.stack.signIn(owner.user)
  world.stack.clock.advance(1)
  await client.createNamespace({ body: { name: `${owner.user}-again`, tenant: owner.tenantId } })
  const again = world.stack.as((await client.switchNamespace({ params })).body.token)
  await again.createCustomer()
  const { body } = await again.getCustomer()
  expect([body.id === owner.customer, body.payment_methods]).toEqual([false, []])
})

test('who subscribes twice at the same moment subscribes once', async () => {
  const owner = await world.newCustomer()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => owner.client.createSubscription()))
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  expect(subscriptionsOf(owner.customer)).toHaveLength(1)
  expect(await world.billingOf(owner)).toMatchObject({ active: true })
})

test('who subscribes again while the first order is on its way subscribes once, though a device was accepted meanwhile', async () => {
  const owner = await world.newCustomer()
  const [reached, on] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let first = true
  world.peer.before = async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/subscriptions' || !first) return
    first = false
    reached.resolve()
    await on.promise
  }
  const slow = Promise.allSettled([owner.client.createSubscription()])
  await reached.promise
  await acceptedDevice(world.stack, owner, { hostname: 'meanwhile' })
  await owner.client.createSubscription()
  on.resolve()
  expect(await slow).toMatchObject([{ status: 'rejected', reason: { status: 424 } }])
  expect(subscriptionsOf(owner.customer)).toHaveLength(1)
})

test('after it has ended one may subscribe anew, on the same day too', async () => {
  const owner = await world.newSubscriber()
  await owner.client.reportUsage({ query: { action: 'namespace_delete' } })
  expect(await world.billingOf(owner)).toMatchObject({ active: false, status: 'canceled' })
  await owner.client.createSubscription()
  expect(subscriptionsOf(owner.customer).map(({ status }) => status)).toEqual(['active', 'canceled'])
})

test('what the provider refuses for reasons of its own is for the log, and the owner is told no more than that', async () => {
  const owner = await world.newCustomer()
  const customer = world.peer.state.get('customer', owner.customer)
  world.peer.state.put({ ...customer, invoice_settings: { default_payment_method: 'pm_nowhere' } })
  const refused = { status: 424, code: 'billing_refused', message: expect.not.stringContaining('pm_nowhere') }
  await expect(owner.client.createSubscription()).rejects.toMatchObject(refused)
  expect(subscriptionsOf(owner.customer)).toEqual([])
})

test('a report is told at once, and its failures are bare sentences', async () => {
  const [owner, nobody] = [await world.newSubscriber(), await world.newOwner()]
  await acceptedDevice(world.stack, owner, { hostname: 'one' })
  await owner.client.reportUsage({ query: { action: 'device_accept' } })
  expect(world.quantityOf(owner.subscription)).toBe(1)
  const raw = (token: string, action: string) =>
    world.stack.server.transport({
      method: 'POST',
      path: `/api/billing/report?action=${action}`,
      headers: { authorization: `Bearer ${token}` },
    })
  const unpaid = await raw(nobody.token, 'device_accept')
  expect([unpaid.status, JSON.parse(unpaid.text)]).toEqual([402, expect.stringContaining('no active subscription')])
  world.peer.mood = 'silent'
  const silent = await raw(owner.token, 'device_accept')
  expect([silent.status, JSON.parse(silent.text)]).toEqual([424, expect.stringContaining('does not answer')])
  const failure = nobody.client.reportUsage({ query: { action: 'device_accept' } })
  await expect(failure).rejects.toMatchObject({
    status: 402,
    message: expect.stringContaining('no active subscription'),
  })
  expect((await raw(owner.token, 'device_remove')).status).toBe(400)
  expect((await raw('nonsense', 'device_accept')).status).toBe(401)
  // Where there is nothing to end, ending it is fine.
  expect((await raw(nobody.token, 'namespace_delete')).status).toBe(200)
}, 60_000)

test('a namespace is deleted once its subscription has ended, and not when that fails', async () => {
  const owner = await world.newSubscriber()
  const params = { tenant: owner.tenantId }
  world.peer.mood = 'silent'
  const refused = { status: 402, code: 'subscription_not_ended' }
  await expect(owner.client.deleteNamespace({ params })).rejects.toMatchObject(refused)
  await expect(world.stack.internal.deleteNamespaceByName({ params: { name: owner.user } })).rejects.toMatchObject(
    refused,
  )
  expect((await owner.client.getNamespace({ params })).body.billing).toMatchObject({ active: true })
  world.peer.mood = 'ok'
  await owner.client.deleteNamespace({ params })
  expect(subscriptionsOf(owner.customer).map(({ status }) => status)).toEqual(['canceled'])
  await expect(owner.client.getNamespace({ params })).rejects.toMatchObject({ status: 404 })
  // What is still told of the customer finds nobody.
  const event = world.peer.event('customer.updated', world.peer.state.get('customer', owner.customer))
  expect(await world.peer.send(world.address, event)).toBe(200)
  // One whose order was heard and whose answer was not: we know of none, and it would be paid for ever.
  const lost = await world.newCustomer()
  world.peer.before = async ({ method, path }) => {
    if (method === 'POST' && path === '/v1/subscriptions') world.peer.mood = 'forgetful'
  }
  await expect(lost.client.createSubscription()).rejects.toMatchObject(away)
  world.peer.before = async () => undefined
  world.peer.mood = 'ok'
  expect(await world.billingOf(lost)).toMatchObject({ active: false, subscription_id: '' })
  expect(subscriptionsOf(lost.customer).map(({ status }) => status)).toEqual(['active'])
  await lost.client.deleteNamespace({ params: { tenant: lost.tenantId } })
  expect(subscriptionsOf(lost.customer).map(({ status }) => status)).toEqual(['canceled'])
  // One that has ended at the provider, which we have not heard yet.
  const second = await world.newSubscriber()
  world.peer.state.cancelSubscription(second.subscription)
  await second.client.deleteNamespace({ params: { tenant: second.tenantId } })
}, 60_000)

test('an account that owns a namespace stays, so that no subscription is left behind', async () => {
  const owner = await world.newSubscriber()
  const refused = { status: 403, code: 'owner_cannot_be_removed' }
  await expect(owner.client.deleteOwnAccount()).rejects.toMatchObject(refused)
  await owner.client.deleteNamespace({ params: { tenant: owner.tenantId } })
  const { client } = await world.stack.signIn(owner.user)
  await client.deleteOwnAccount()
  expect(subscriptionsOf(owner.customer).map(({ status }) => status)).toEqual(['canceled'])
})

test('support is for those who pay', async () => {
  const [owner, subscriber] = [await world.newOwner(), await world.newSubscriber()]
  const support = ({ client, tenantId: tenant }: Owner) => client.getSupportIdentifier({ params: { tenant } })
  await expect(support(owner)).rejects.toMatchObject({ status: 402, code: 'subscription_required' })
  expect((await support(subscriber)).body.identifier).toMatch(/^[0-9a-f]{64}$/)
})

async function memberOf(owner: Owner, role: Exclude<Role, 'owner'>) {
  const username = `${owner.user}-${role}`
  await world.stack.signUp(username)
  await world.stack.internal.addMemberByName({ params: { name: owner.user }, body: { user: username, role } })
  const { client } = await world.stack.signIn(username)
  const { token } = (await client.switchNamespace({ params: { tenant: owner.tenantId } })).body
  return world.stack.as(token)
}

test('billing is the business of the owner; members may see whether there is room', async () => {
  const owner = await world.newSubscriber()
  await acceptedDevice(world.stack, owner, { hostname: 'one' })
  const denied = { status: 403, code: 'forbidden' }
  for (const role of roles) {
    if (role === 'owner') continue
    const client = await memberOf(owner, role)
    await expect(client.getCustomer()).rejects.toMatchObject(denied)
    await expect(client.getSubscription()).rejects.toMatchObject(denied)
    await expect(client.cancelSubscription()).rejects.toMatchObject(denied)
    await expect(client.reportUsage({ query: { action: 'namespace_delete' } })).rejects.toMatchObject(denied)
    expect((await client.evaluateBilling()).body).toEqual({ can_accept: true, can_connect: true })
    expect((await client.listMostUsedDevices()).body).toHaveLength(1)
  }
  // Our own command line acts with the rights of the owner.
  const reply = await world.stack.server.transport({
    method: 'GET',
    path: '/api/billing/subscription',
    headers: { authorization: `Bearer ${testServiceToken}`, 'x-namespace': owner.tenantId },
  })
  expect([reply.status, JSON.parse(reply.text).status]).toEqual([200, 'active'])
})

test('who did what is written down, and what the provider did in its own name', async () => {
  const owner = await world.newSubscriber()
  await owner.client.openBillingPortal()
  const object = world.peer.state.setStatus(owner.subscription, 'past_due')
  await world.peer.send(world.address, world.peer.event('customer.subscription.updated', object))
  const { body } = await owner.client.listAudit({ query: { per_page: 100 } })
  const written = body.filter(({ action }) => /^(customer|payment-method|subscription)\./.test(action))
  expect(written.map(({ action, actor }) => [action, actor.kind]).toReversed()).toEqual([
    ['customer.create', 'user'],
    ['payment-method.attach', 'user'],
    ['subscription.update', 'server'],
    ['subscription.create', 'user'],
    ['customer.portal', 'user'],
    ['subscription.update', 'server'],
  ])
  expect(JSON.stringify(written)).not.toMatch(/sk_test|whsec|4242/)
})

// Against a peer of Stripe on a real socket (testing/stripe-peer.ts), through Stripe's own SDK.
import { limits } from '@sshore/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { acceptedDevice, register } from '../../test-device.ts'
import { type BillingStack, type Owner, startBillingStack } from './testing/billing-stack.ts'
import { resynchronise } from './upkeep.ts'
import { reportAllDue } from './usage.ts'

let stack: BillingStack

beforeAll(async () => {
  stack = await startBillingStack()
})
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => {
  stack.peer.before = async () => undefined
})

const evaluation = async ({ client }: Owner) => (await client.evaluateBilling()).body
const statusOf = async (owner: Owner) => (await stack.billingOf(owner))?.status

test('an owner becomes a customer, adds cards, changes the default and takes one away', async () => {
  const owner = await stack.newOwner()
  expect(await stack.billingOf(owner)).toBeNull()
  await expect(owner.client.getCustomer()).rejects.toMatchObject({ status: 404, code: 'billing_customer_not_found' })
  await owner.client.createCustomer()
  await expect(owner.client.createCustomer()).rejects.toMatchObject({ status: 409, code: 'billing_customer_exists' })
  const [first, second] = [stack.newMethod(), stack.peer.state.addMethod('pm_second', '0002').id]
  await owner.client.attachPaymentMethod({ body: { id: first } })
  await owner.client.attachPaymentMethod({ body: { id: second } })
  await owner.client.attachPaymentMethod({ body: { id: second } })
  const methods = async () =>
    (await owner.client.getCustomer()).body.payment_methods.map((each) => [
      each.number,
      each.brand,
      each.cvc,
      each.default,
    ])
  expect(await methods()).toEqual([
    ['0002', 'visa', '', false],
    ['4242', 'visa', '', true],
  ])
  await owner.client.setDefaultPaymentMethod({ body: { id: second } })
  await owner.client.detachPaymentMethod({ body: { id: first } })
  expect(await methods()).toEqual([['0002', 'visa', '', true]])
  expect((await owner.client.getCustomer()).body).toMatchObject({ name: owner.user, email: owner.email })
  expect(await stack.billingOf(owner)).toMatchObject({ active: false, status: 'inactive', subscription_id: '' })
  expect((await owner.client.getSubscription()).body).toEqual({
    id: '',
    active: false,
    status: 'inactive',
    end_at: 0,
    invoices: [],
  })
  const { body } = await owner.client.openBillingPortal()
  expect(body.url).toMatch(/^https:\/\/billing\./)
})

test('nobody touches the payment method of another', async () => {
  const [one, other] = [await stack.newCustomer(), await stack.newCustomer()]
  const body = { id: one.method }
  const notThere = { status: 404, code: 'payment_method_not_found' }
  await expect(other.client.attachPaymentMethod({ body })).rejects.toMatchObject(notThere)
  await expect(other.client.detachPaymentMethod({ body })).rejects.toMatchObject(notThere)
  await expect(other.client.setDefaultPaymentMethod({ body })).rejects.toMatchObject(notThere)
  await expect(other.client.attachPaymentMethod({ body: { id: 'pm_nowhere' } })).rejects.toMatchObject(notThere)
  await one.client.detachPaymentMethod({ body })
  for (const id of ['', 'cus_1', 'pm_1/../../customers', 'x'.repeat(300)]) {
    await expect(one.client.attachPaymentMethod({ body: { id } })).rejects.toMatchObject({
      status: 400,
      fields: ['id'],
    })
  }
})

test('a subscription lifts the limit, is told how many devices there are, and ends with its period', async () => {
  const owner = await stack.newCustomer()
  for (const hostname of ['one', 'two', 'three']) await acceptedDevice(stack.stack, owner, { hostname })
  expect(await evaluation(owner)).toEqual({ can_accept: false, can_connect: true })
  const fourth = await register(stack.stack, owner, { hostname: 'four' })
  const accept = () => owner.client.setDeviceStatus({ params: { uid: fourth.uid, status: 'accept' } })
  await expect(accept()).rejects.toMatchObject({ status: 402, code: 'payment_required' })
  await owner.client.createSubscription({ query: { currency: 'brl' } })
  const { body } = await owner.client.getSubscription()
  expect(body).toMatchObject({
    active: true,
    status: 'active',
    invoices: [{ status: 'paid', currency: 'brl', amount: 1500 }],
  })
  expect(body.end_at * 1000).toBeGreaterThan(stack.stack.clock.now())
  await expect(owner.client.createSubscription()).rejects.toMatchObject({ status: 409, code: 'subscription_exists' })
  const before = stack.peer.asked.length
  await accept()
  // Accepting asked the provider nothing; the job tells it.
  expect(stack.peer.asked.slice(before).filter(({ path }) => path.includes('subscription_items'))).toEqual([])
  await reportAllDue(stack.services)
  expect(stack.quantityOf(body.id)).toBe(4)
  await expect(owner.client.detachPaymentMethod({ body: { id: owner.method } })).rejects.toMatchObject({
    status: 400,
    code: 'payment_method_needed',
  })
  await owner.client.cancelSubscription()
  expect(await stack.billingOf(owner)).toMatchObject({ active: true, status: 'to_cancel_at_end_of_period' })
  await owner.client.createSubscription()
  expect(await statusOf(owner)).toBe('active')
  await owner.client.cancelSubscription()
  expect(
    await stack.peer.send(
      stack.address,
      stack.peer.event('customer.subscription.deleted', stack.peer.state.setStatus(body.id, 'canceled')),
    ),
  ).toBe(200)
  expect(await stack.billingOf(owner)).toMatchObject({ active: false, status: 'canceled' })
  await expect(owner.client.cancelSubscription()).rejects.toMatchObject({ status: 404, code: 'subscription_not_found' })
  expect(await evaluation(owner)).toEqual({ can_accept: false, can_connect: false })
})

test('without a card, with unpaid invoices or a card that declines there is no subscription', async () => {
  const owner = await stack.newOwner()
  const notFound = { status: 404, code: 'billing_customer_not_found' }
  await expect(owner.client.createSubscription()).rejects.toMatchObject(notFound)
  await expect(owner.client.cancelSubscription()).rejects.toMatchObject(notFound)
  await expect(owner.client.getSubscription()).rejects.toMatchObject(notFound)
  await expect(owner.client.openBillingPortal()).rejects.toMatchObject(notFound)
  await owner.client.createCustomer()
  const { id } = (await owner.client.getCustomer()).body
  await expect(owner.client.createSubscription()).rejects.toMatchObject({ status: 400, code: 'payment_method_missing' })
  const method = stack.newMethod()
  stack.peer.state.declining.add(method)
  const declined = { status: 402, code: 'payment_failed', message: 'Your card was declined.' }
  await expect(owner.client.attachPaymentMethod({ body: { id: method } })).rejects.toMatchObject(declined)
  stack.peer.state.declining.delete(method)
  await owner.client.attachPaymentMethod({ body: { id: method } })
  stack.peer.state.declining.add(method)
  await expect(owner.client.createSubscription()).rejects.toMatchObject(declined)
  expect(await statusOf(owner)).toBe('inactive')
  // The provider would answer the same key as before: a card that is good again needs another one.
  stack.peer.state.declining.delete(method)
  const open = stack.peer.state.invoice(id, { status: 'open', currency: 'usd', total: 1290 })
  await expect(owner.client.createSubscription()).rejects.toMatchObject({ status: 402, code: 'invoices_unpaid' })
  stack.peer.state.put({ ...open, status: 'paid' })
  const yen = 'yen' as 'usd'
  await expect(owner.client.createSubscription({ query: { currency: yen } })).rejects.toMatchObject({ status: 400 })
  await owner.client.createSubscription()
  expect(await statusOf(owner)).toBe('active')
})

test('invoices come in pages, newest first, those that are void by the name of the specification', async () => {
  const owner = await stack.newCustomer()
  for (let number = 0; number < 120; number += 1) {
    stack.peer.state.invoice(owner.customer, { status: 'paid', currency: 'usd', total: number })
  }
  stack.peer.state.invoice(owner.customer, { status: 'void', currency: 'usd', total: 120 })
  stack.peer.state.invoice(owner.customer, { status: 'paid', currency: 'eur', total: 121 })
  const page = async (query?: { page?: number; per_page?: number }) => {
    const { body, headers } = await owner.client.getSubscription(query ? { query } : {})
    return [headers['X-Total-Count'], body.invoices.length, body.invoices[0]?.amount]
  }
  expect(await page()).toEqual(['121', 100, 120])
  expect(await page({ page: 2 })).toEqual(['121', 21, 20])
  expect(await page({ page: 3, per_page: 10 })).toEqual(['121', 10, 100])
  expect(await page({ page: 99, per_page: 1000 })).toEqual(['121', 0, undefined])
  expect((await owner.client.getSubscription({ query: { per_page: 1 } })).body.invoices[0]?.status).toBe('voided')
})

test('every state of a subscription is told as it is, whatever order events come in', async () => {
  const owner = await stack.newSubscriber()
  const { subscription } = owner
  const active = stack.peer.event('customer.subscription.updated', stack.peer.state.get('subscription', subscription))
  for (const [status, isActive] of [
    ['trialing', true],
    ['past_due', true],
    ['unpaid', false],
    ['paused', false],
    ['incomplete', false],
    ['of_tomorrow', false],
    ['incomplete_expired', false],
  ] as const) {
    const object = stack.peer.state.setStatus(subscription, status)
    expect(await stack.peer.send(stack.address, stack.peer.event('customer.subscription.updated', object))).toBe(200)
    const told = status === 'of_tomorrow' ? 'inactive' : status
    expect(await stack.billingOf(owner)).toMatchObject({ status: told, active: isActive })
  }
  stack.peer.state.setStatus(subscription, 'canceled')
  // What happened first arrives last: it says active, and nobody believes it.
  expect(await stack.peer.send(stack.address, active)).toBe(200)
  expect(await statusOf(owner)).toBe('canceled')
})

test('an answer that was asked for earlier does not win over a later one', async () => {
  const owner = await stack.newSubscriber()
  const { subscription } = owner
  const late = Promise.withResolvers<void>()
  let first = true
  const later = stack.peer.event(
    'invoice.paid',
    stack.peer.state.all('invoice', { customer: owner.customer })[0] ?? { id: '', object: '' },
  )
  const reached = Promise.withResolvers<void>()
  stack.peer.before = async ({ path, method }) => {
    if (method !== 'GET' || path !== '/v1/subscriptions' || !first) return
    first = false
    reached.resolve()
    await late.promise
    // What the slow question hears is the state of before.
    stack.peer.state.setStatus(subscription, 'past_due')
  }
  const slow = stack.peer.send(stack.address, later)
  await reached.promise
  stack.peer.state.setStatus(subscription, 'unpaid')
  expect(
    await stack.peer.send(
      stack.address,
      stack.peer.event('customer.updated', stack.peer.state.get('customer', owner.customer)),
    ),
  ).toBe(200)
  expect(await statusOf(owner)).toBe('unpaid')
  late.resolve()
  expect(await slow).toBe(200)
  expect(await statusOf(owner)).toBe('unpaid')
})

test('events that are forged, too old or sent again change nothing', async () => {
  const owner = await stack.newSubscriber()
  const { clock } = stack.stack
  const event = stack.peer.event(
    'customer.subscription.deleted',
    stack.peer.state.setStatus(owner.subscription, 'canceled'),
  )
  expect(await stack.peer.send(stack.address, event, { secret: 'whsec_guessed' })).toBe(400)
  expect(
    await stack.peer.send(stack.address, event, { at: clock.now() - (limits.billing.signatureSeconds + 1) * 1000 }),
  ).toBe(400)
  const headers = { 'content-type': 'application/json' }
  const post = async (body: string, signature?: string) => {
    const signed = signature === undefined ? headers : { ...headers, 'stripe-signature': signature }
    const reply = await fetch(`${stack.address}/api/webhook-billing`, { method: 'POST', headers: signed, body })
    return [reply.status, ((await reply.json().catch(() => ({}))) as { code?: string }).code]
  }
  const body = JSON.stringify(event)
  const refused = [400, 'billing_signature']
  expect(await post(body)).toEqual(refused)
  expect(await post(body, 'nonsense')).toEqual(refused)
  // One character more than was signed.
  expect(await post(`${body} `, stack.peer.signature(body))).toEqual(refused)
  expect(await post('{', stack.peer.signature('{'))).toEqual([400, 'malformed_json'])
  expect(await post('{}', stack.peer.signature('{}'))).toEqual([400, 'invalid_input'])
  expect(await statusOf(owner)).toBe('active')
  // The control: the same event, signed now, is believed.
  expect(await post(body, stack.peer.signature(body))).toEqual([200, undefined])
  expect(await statusOf(owner)).toBe('canceled')
  const before = stack.peer.asked.length
  expect(await post(body, stack.peer.signature(body))).toEqual([200, undefined])
  expect(stack.peer.asked).toHaveLength(before)
  // Of somebody else's customer, and of things that we know nothing of.
  expect(
    await stack.peer.send(stack.address, stack.peer.event('customer.updated', { id: 'cus_other', object: 'customer' })),
  ).toBe(200)
  expect(await stack.peer.send(stack.address, stack.peer.event('payout.paid', { id: 'po_1', object: 'payout' }))).toBe(
    200,
  )
  expect(stack.peer.asked).toHaveLength(before)
})

test('a customer that is deleted at the provider is none here, and may begin anew', async () => {
  const owner = await stack.newSubscriber()
  stack.peer.state.deleteCustomer(owner.customer)
  expect(
    await stack.peer.send(
      stack.address,
      stack.peer.event('customer.deleted', stack.peer.state.get('customer', owner.customer)),
    ),
  ).toBe(200)
  expect(await stack.billingOf(owner)).toMatchObject({ active: false, status: 'inactive', customer_id: '' })
  stack.peer.state.put({ ...stack.peer.state.get('customer', owner.customer), email: 'nobody@example.org' })
  await owner.client.createCustomer()
  expect((await owner.client.getCustomer()).body.id).not.toBe(owner.customer)
  // The same where the event was lost and nobody asked for long.
  const second = (await owner.client.getCustomer()).body.id
  stack.peer.state.deleteCustomer(second)
  stack.stack.clock.advance(hours(limits.billing.resyncHours + 1))
  await resynchronise(stack.services)
  expect(await stack.billingOf(owner)).toMatchObject({ customer_id: '' })
})

// Against a peer of Stripe on a real socket (testing/stripe-peer.ts), through Stripe's own SDK.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedDevice, register } from '../../test-device.ts'
import { type BillingStack, type Owner, startBillingStack, startSeconds } from './testing/billing-stack.ts'
import { reportAllDue } from './usage.ts'

let stack: BillingStack

beforeAll(async () => {
  stack = await startBillingStack()
}, startSeconds * 1000)
afterAll(() => stack[Symbol.asyncDispose]())

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

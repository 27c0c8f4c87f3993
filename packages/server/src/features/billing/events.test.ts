// What the payment provider tells: forged, replayed, late, in any order, and while it is asked back.
import { limits } from '@sshore/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { type BillingStack, type Owner, startBillingStack, startSeconds } from './testing/billing-stack.ts'
import { resynchronise } from './upkeep.ts'

let stack: BillingStack

beforeAll(async () => {
  stack = await startBillingStack()
}, startSeconds * 1000)
afterAll(() => stack[Symbol.asyncDispose]())
beforeEach(() => {
  stack.peer.mood = 'ok'
  stack.peer.before = async () => undefined
})

const statusOf = async (owner: Owner) => (await stack.billingOf(owner))?.status

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

test('an event that comes while the provider cannot be asked back is refused, so that it is sent again', async () => {
  const owner = await stack.newSubscriber()
  const event = stack.peer.event(
    'customer.subscription.updated',
    stack.peer.state.setStatus(owner.subscription, 'unpaid'),
  )
  stack.peer.mood = 'silent'
  expect(await stack.peer.send(stack.address, event)).toBe(424)
  expect(await statusOf(owner)).toBe('active')
  stack.peer.mood = 'ok'
  expect(await stack.peer.send(stack.address, event)).toBe(200)
  expect(await statusOf(owner)).toBe('unpaid')
})

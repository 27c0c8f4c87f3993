import { limits } from '@sshore/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStripePeer, type StripePeer } from '../../features/billing/testing/stripe-peer.ts'
import { createPayments, idempotencyKey } from './payments.ts'

const log = pino({ level: 'silent' })
let peer: StripePeer
beforeAll(async () => {
  peer = await startStripePeer()
})
afterAll(() => peer[Symbol.asyncDispose]())

test('a key that the provider does not take is our own fault, and not told to whoever pays', async () => {
  const wrong = createPayments({ ...peer.options, secretKey: 'sk_test_other' }, log)
  const list = wrong.ask(({ customers }) => customers.list())
  await expect(list).rejects.toMatchObject({ code: 'billing_refused' })
  await expect(list).rejects.not.toThrow(/Key/)
  // The control.
  const { data } = await createPayments(peer.options, log).ask(({ customers }) => customers.list())
  expect(data).toEqual([])
})

test('an address where nobody listens is a provider that does not answer', async () => {
  const nowhere = createPayments({ ...peer.options, api: 'http://127.0.0.1:1' }, log)
  await expect(nowhere.ask(({ customers }) => customers.list())).rejects.toMatchObject({ code: 'billing_unavailable' })
})

test('only what the provider answered counts as answered', async () => {
  const payments = createPayments(peer.options, log)
  let answers = 0
  const answered = async () => void (answers += 1)
  await payments.ask(({ customers }) => customers.list(), { answered })
  expect(answers).toBe(1)
  const missing = 'payment_method_not_found'
  const gone = payments.ask(({ paymentMethods }) => paymentMethods.retrieve('pm_gone'), { answered, missing })
  await expect(gone).rejects.toMatchObject({ code: missing })
  expect(answers).toBe(2)
  peer.mood = 'silent'
  await expect(payments.ask(({ customers }) => customers.list(), { answered })).rejects.toMatchObject({
    code: 'billing_unavailable',
  })
  peer.mood = 'ok'
  expect(answers).toBe(2)
})

test('a fault of ours stays one', async () => {
  const broken = createPayments(peer.options, log).ask(async () => {
    throw new TypeError('planted')
  })
  await expect(broken).rejects.toThrow(TypeError)
})

test('one intention has one key, another one another', () => {
  expect(idempotencyKey('customer', 'a', 1)).toBe(idempotencyKey('customer', 'a', 1))
  const keys = [
    ['customer', 'a', 1],
    ['customer', 'a', 2],
    ['customer', 'a1'],
    ['customera', 1],
  ].map((parts) => idempotencyKey(...parts))
  expect(new Set(keys).size).toBe(4)
})

test('a signature is good for five minutes, and of two secrets for one', async () => {
  const { verify } = createPayments(peer.options, log)
  const body = JSON.stringify(peer.event('customer.updated', { id: 'cus_1', object: 'customer' }))
  const at = Date.now()
  const last = at + limits.billing.signatureSeconds * 1000
  expect(await verify(body, peer.signature(body, { at }), last)).toMatchObject({ type: 'customer.updated' })
  const refused = { code: 'billing_signature' }
  await expect(verify(body, peer.signature(body, { at }), last + 1000)).rejects.toMatchObject(refused)
  await expect(verify(body, peer.signature(body, { at, secret: 'whsec_other' }), at)).rejects.toMatchObject(refused)
  await expect(verify(`${body} `, peer.signature(body, { at }), at)).rejects.toMatchObject(refused)
  await expect(verify(body, '', at)).rejects.toMatchObject(refused)
})

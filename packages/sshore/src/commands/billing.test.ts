import { features } from '@sshore/contract'
import { startStripePeer } from '@sshore/server/stripe-peer'
import { expect, it } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'

const [edition] = features.billing

it('shows what a namespace pays, lists its invoices and cancels its subscription', async () => {
  await using peer = await startStripePeer()
  const { secretKey, webhookSecret, prices, api = '' } = peer.options
  await using server = await startTestInstance({
    SSHORE_EDITION: edition,
    SSHORE_STRIPE_SECRET_KEY: secretKey,
    SSHORE_STRIPE_WEBHOOK_SECRET: webhookSecret,
    SSHORE_STRIPE_PRICE_BRL: prices.brl ?? '',
    SSHORE_STRIPE_API: api,
  })
  const ada = await server.signUp('ada')
  await server.device(ada.tenantId, 'lab-pi')
  expect(await server.beside('device accept ada lab-pi')).toMatchObject({ code: 0 })
  const on = (words: string) => server.beside(`billing ${words}`)
  expect((await on('show ada')).stdout).toBe(
    [
      'Subscription: no customer',
      'Devices:      1 accepted, 0 removed in the last 30 days',
      'Limit:        3',
      'Can accept:   yes',
      'Can connect:  yes\n',
    ].join('\n'),
  )
  expect(await on('cancel ada --yes')).toMatchObject({ code: 3 })
  await ada.client.createCustomer()
  await ada.client.attachPaymentMethod({ body: { id: peer.state.addMethod('pm_1').id } })
  await ada.client.createSubscription()
  const shown = { subscription: { status: 'active', active: true }, can_accept: true, devices: 1, max_devices: 3 }
  expect(await jsonOf(on('show ada --json'))).toMatchObject(shown)
  expect((await on('invoices ada')).stdout).toMatch(/^INVOICE +STATUS +AMOUNT\nin_\w+ +paid +5\.00 BRL\n$/)
  expect((await on('cancel ada --yes')).stdout).toMatch(/^The subscription of ada ends at 20\d\d-/)
  expect((await on('show ada')).stdout).toContain('to_cancel_at_end_of_period')
  peer.mood = 'silent'
  expect((await on('show ada')).stderr).toContain('does not answer')
})

// What a person with the real OpenSSH client meets when a namespace has more devices than its plan allows, and once it is paid.
// The payment provider is a peer of Stripe on a real socket, not Stripe.
import { generateKeyPairSync } from 'node:crypto'
import { features, limits } from '@sshore/contract'
import { startStripePeer, type StripePeer } from '@sshore/server/stripe-peer'
import { createStack, type SeededNamespace, ssh, type Stack, type StackDevice, until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const [edition] = features.billing
const held = new AsyncDisposableStack()
let peer: StripePeer
let stack: Stack
let namespace: SeededNamespace
let device: StackDevice

beforeAll(async () => {
  peer = held.use(await startStripePeer())
  const { secretKey: stripeSecretKey, webhookSecret: stripeWebhookSecret, api: stripeApi, prices } = peer.options
  const config = { edition, stripeSecretKey, stripeWebhookSecret, stripeApi, stripePriceUsd: prices.usd }
  stack = held.use(await createStack({ config }))
  namespace = await stack.seed.namespace()
  device = await stack.addDevice(namespace)
})
afterAll(() => held.disposeAsync())

const { maxDevicesDefault: most } = limits

/** One that nobody connects to. */
async function acceptAnother(): Promise<void> {
  const { publicKey } = generateKeyPairSync('ed25519')
  const info = { id: 'debian', pretty_name: 'Debian', version: '1.0.0', arch: 'x64', platform: 'native' }
  const body = {
    info,
    hostname: `spare-${crypto.randomUUID().slice(0, 8)}`,
    identity: { mac: crypto.randomUUID() },
    public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    tenant_id: namespace.tenantId,
  }
  const { uid } = (await stack.anonymous.registerDevice({ body })).body
  await namespace.owner.client.setDeviceStatus({ params: { uid, status: 'accept' } })
}

it('lets people in while the plan allows, turns them away beyond it, and lets them in again once it is paid', async () => {
  const { client } = namespace.owner
  const echo = () => ssh(device.target(), ['echo in'])
  expect(await echo()).toMatchObject({ code: 0, stdout: 'in\n' })
  await stack.internal.updateNamespaceByName({ params: { name: namespace.name }, body: { max_devices: -1 } })
  for (let number = 1; number <= most; number += 1) await acceptAnother()
  expect(await echo()).toMatchObject({ code: 0 })
  await stack.internal.updateNamespaceByName({ params: { name: namespace.name }, body: { max_devices: most } })
  const refusal = { code: 255, stderr: expect.stringMatching(/more devices than its plan allows/) as unknown }
  expect(await echo()).toMatchObject(refusal)

  await client.createCustomer()
  await client.attachPaymentMethod({ body: { id: peer.state.addMethod('pm_1').id } })
  await client.createSubscription()
  expect(await echo()).toMatchObject({ code: 0, stdout: 'in\n' })
  // The server tells of the devices by itself.
  const { body: subscription } = await client.getSubscription()
  await acceptAnother()
  const told = () => peer.asked.findLast(({ path }) => path.startsWith('/v1/subscription_items/'))?.form['quantity']
  await until('the provider knows of all devices', () => told() === String(most + 2), { seconds: 30 })

  const ended = peer.event('customer.subscription.deleted', peer.state.setStatus(subscription.id, 'unpaid'))
  expect(await peer.send(stack.url, ended, { secret: 'whsec_guessed' })).toBe(400)
  expect(await echo()).toMatchObject({ code: 0 })
  expect(await peer.send(stack.url, ended)).toBe(200)
  expect(await echo()).toMatchObject(refusal)
  const { uid } = device.device
  await client.chooseDevices({ body: { choices: [uid] } })
  expect(await echo()).toMatchObject({ code: 0, stdout: 'in\n' })
})

// What a namespace without a subscription may have, and what becomes of devices beyond it.
import { type DeviceUid, limits } from '@sshore/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { acceptedDevice, newDevice, openSession, register, setDeviceLimit } from '../../test-device.ts'
import { encodeFilter } from '../../test-filter.ts'
import { startTestServer } from '../../test-server.ts'
import { type BillingStack, type Owner, startBillingStack, startSeconds } from './testing/billing-stack.ts'
import { sweep } from './upkeep.ts'

let world: BillingStack
beforeAll(async () => {
  world = await startBillingStack()
}, startSeconds * 1000)
afterAll(() => world[Symbol.asyncDispose]())

const full = { status: 402, code: 'payment_required' }
const device = (owner: Owner, hostname: string) => acceptedDevice(world.stack, owner, { hostname })
const accept = ({ client }: Owner, uid: DeviceUid) => client.setDeviceStatus({ params: { uid, status: 'accept' } })
const named = async ({ client }: Owner, query: Parameters<typeof client.listDevices>[0]) =>
  (await client.listDevices(query)).body.map(({ name }) => name)
const evaluation = async ({ client }: Owner) => (await client.evaluateBilling()).body
/** As the gateway asks. */
const reach = async (owner: Owner, name: string) =>
  (
    await world.stack.internal.resolveAddress({
      body: { address: `${owner.user}.${name}`, username: 'root', ip_address: '203.0.113.9' },
    })
  ).body

async function ofThree(owner: Owner) {
  return [await device(owner, 'one'), await device(owner, 'two'), await device(owner, 'three')] as const
}

test('a new namespace has three slots, by whatever way a device is accepted', async () => {
  const owner = await world.newOwner()
  const { body } = await owner.client.getNamespace({ params: { tenant: owner.tenantId } })
  expect([body.max_devices, body.billing]).toEqual([limits.maxDevicesDefault, null])
  const second = (await owner.client.createNamespace({ body: { name: `${owner.user}-2` } })).body
  expect(second.max_devices).toBe(limits.maxDevicesDefault)
  await ofThree(owner)
  const fourth = await register(world.stack, owner, { hostname: 'four' })
  await expect(accept(owner, fourth.uid)).rejects.toMatchObject(full)
  const { tenant_id: _, ...waiting } = newDevice(owner.tenantId, { hostname: 'five' })
  const { code } = (await world.stack.anonymous.startPairing({ body: waiting })).body
  await expect(owner.client.acceptPairing({ params: { code } })).rejects.toMatchObject(full)
  const info = { id: 'alpine', pretty_name: 'Alpine', version: '1.0.0', arch: 'amd64', platform: 'connector' }
  const container = await register(world.stack, owner, { hostname: 'box', info })
  const params = { uid: container.uid, status: 'accept' as const }
  await expect(owner.client.setContainerStatus({ params })).rejects.toMatchObject(full)
  // The rest of the statuses costs nothing.
  await owner.client.setDeviceStatus({ params: { uid: fourth.uid, status: 'reject' } })
})

test('a removed device takes its slot for 720 hours, unless it comes back itself', async () => {
  const owner = await world.newOwner()
  const { stack, services } = world
  await device(owner, 'one')
  await device(owner, 'two')
  const registration = newDevice(owner.tenantId, { hostname: 'three' })
  const { uid } = (await stack.anonymous.registerDevice({ body: registration })).body
  await accept(owner, uid)
  await owner.client.removeDevice({ params: { uid } })
  expect(await named(owner, { query: { status: 'removed' } })).toEqual(['three'])
  expect(await named(owner, { query: { status: '' } })).not.toContain('three')
  await expect(owner.client.getDevice({ params: { uid } })).rejects.toMatchObject({ code: 'device_not_found' })
  expect(await reach(owner, 'three')).toMatchObject({ outcome: 'unknown_device' })
  const other = await register(stack, owner, { hostname: 'other' })
  await expect(accept(owner, other.uid)).rejects.toMatchObject(full)
  expect(await evaluation(owner)).toEqual({ can_accept: false, can_connect: true })

  // It comes back, and is the one that may be accepted.
  await stack.anonymous.registerDevice({ body: registration })
  const pending = (await owner.client.listDevices({ query: { status: 'pending', sort_by: 'name', order_by: 'asc' } }))
    .body
  expect(pending.map(({ name, acceptable }) => [name, acceptable])).toEqual([
    ['other', false],
    ['three', true],
  ])
  const acceptable = encodeFilter([{ type: 'property', params: { name: 'acceptable', operator: 'bool', value: true } }])
  expect(await named(owner, { query: { status: 'pending', filter: acceptable } })).toEqual(['three'])
  await accept(owner, uid)
  expect(await named(owner, { query: { status: 'removed' } })).toEqual([])

  await owner.client.removeDevice({ params: { uid } })
  stack.clock.advance(hours(limits.billing.removedDeviceHours) - 1000)
  // Tokens do not live that long.
  const later = { ...owner, ...(await stack.signIn(owner.user)) }
  await expect(accept(later, other.uid)).rejects.toMatchObject(full)
  stack.clock.advance(1000)
  await accept(later, other.uid)
  expect(await named(later, { query: { status: 'removed' } })).toEqual(['three'])
  await sweep(services)
  expect(await named(later, { query: { status: 'removed' } })).toEqual([])
})

test('what was never accepted, or is paid for, leaves no slot behind', async () => {
  const [owner, subscriber] = [await world.newOwner(), await world.newSubscriber()]
  const waiting = await register(world.stack, owner, { hostname: 'waits' })
  await owner.client.removeDevice({ params: { uid: waiting.uid } })
  const paid = await device(subscriber, 'paid')
  await subscriber.client.removeDevice({ params: { uid: paid.uid } })
  await setDeviceLimit(world.stack, owner.tenant, limits.unlimited)
  const granted = await device(owner, 'granted')
  await owner.client.removeDevice({ params: { uid: granted.uid } })
  for (const each of [owner, subscriber]) expect(await named(each, { query: { status: 'removed' } })).toEqual([])
  expect(await evaluation(owner)).toEqual({ can_accept: true, can_connect: true })
})

test('removed devices are listed as others are: sorted, filtered, in pages, of one namespace', async () => {
  const [owner, other] = [await world.newOwner(), await world.newOwner()]
  for (const hostname of ['alpha', 'charlie', 'bravo']) {
    const { uid } = await device(owner, hostname)
    await owner.client.removeDevice({ params: { uid } })
    world.stack.clock.advance(1000)
  }
  const query = { status: 'removed' } as const
  expect(await named(owner, { query })).toEqual(['bravo', 'charlie', 'alpha'])
  expect(await named(owner, { query: { ...query, sort_by: 'name', order_by: 'asc', per_page: 2 } })).toEqual([
    'alpha',
    'bravo',
  ])
  const { body, headers } = await owner.client.listDevices({ query: { ...query, per_page: 2, page: 2 } })
  expect([
    headers['X-Total-Count'],
    body.map(({ name, status, online, tags }) => [name, status, online, tags]),
  ]).toEqual(['3', [['alpha', 'removed', false, []]]])
  const filter = encodeFilter([{ type: 'property', params: { name: 'name', operator: 'contains', value: 'ar' } }])
  expect(await named(owner, { query: { ...query, filter } })).toEqual(['charlie'])
  expect(await named(other, { query })).toEqual([])
})

test('with more devices than the plan allows nobody connects until some are chosen or it is paid', async () => {
  const owner = await world.newOwner()
  await setDeviceLimit(world.stack, owner.tenant, limits.unlimited)
  const [one, two, three] = await ofThree(owner)
  const four = await device(owner, 'four')
  await openSession(world.stack, four.uid)
  await openSession(world.stack, four.uid)
  await openSession(world.stack, two.uid)
  expect(await reach(owner, 'four')).toMatchObject({ outcome: 'found' })
  await setDeviceLimit(world.stack, owner.tenant, limits.maxDevicesDefault)
  expect(await evaluation(owner)).toEqual({ can_accept: false, can_connect: false })
  expect(await reach(owner, 'four')).toMatchObject({ outcome: 'denied', reason: expect.stringContaining('plan') })
  const { body: used, headers } = await owner.client.listMostUsedDevices()
  expect([headers['X-Total-Count'], used.map(({ name }) => name)]).toEqual(['3', ['four', 'two', expect.any(String)]])

  const choose = (...choices: DeviceUid[]) => owner.client.chooseDevices({ body: { choices } })
  const wrong = { status: 400, code: 'invalid_input', fields: ['choices'] }
  await expect(choose()).rejects.toMatchObject(wrong)
  await expect(choose(one.uid, one.uid)).rejects.toMatchObject(wrong)
  await expect(choose(one.uid, two.uid, three.uid, four.uid)).rejects.toMatchObject(wrong)
  await expect(choose('f'.repeat(64) as DeviceUid)).rejects.toMatchObject(wrong)
  const pending = await register(world.stack, owner, { hostname: 'waits' })
  await expect(choose(pending.uid)).rejects.toMatchObject(wrong)
  await choose(four.uid, two.uid)
  expect((await named(owner, { query: {} })).toSorted()).toEqual(['four', 'two'])
  expect(await reach(owner, 'four')).toMatchObject({ outcome: 'found' })
  expect(await reach(owner, 'one')).toMatchObject({ outcome: 'not_accepted', status: 'pending' })
  expect(await named(owner, { query: { status: 'removed' } })).toEqual([])
  await accept(owner, one.uid)
  await expect(accept(owner, three.uid)).rejects.toMatchObject(full)

  const subscriber = await world.newSubscriber()
  const { uid } = await device(subscriber, 'one')
  await expect(subscriber.client.chooseDevices({ body: { choices: [uid] } })).rejects.toMatchObject({
    status: 403,
    code: 'device_choice_not_needed',
  })
})

test('a re-flashed device takes over, slots or none', async () => {
  const owner = await world.newOwner()
  const identity = { mac: '02:42:ac:11:00:05' }
  await device(owner, 'one')
  await device(owner, 'two')
  const old = await acceptedDevice(world.stack, owner, { hostname: 'three', identity })
  await world.stack.internal.markDeviceOffline({ params: { uid: old.uid } })
  const flashed = await register(world.stack, owner, { hostname: 'three', identity })
  await accept(owner, flashed.uid)
  expect(await named(owner, { query: { status: 'removed' } })).toEqual([])
  expect((await named(owner, { query: {} })).toSorted()).toEqual(['one', 'three', 'two'])
})

test('without a payment provider nobody is limited, and calls that need one say so', async () => {
  await using stack = await startTestServer()
  const owner = await stack.signUp('ana')
  for (const hostname of ['one', 'two', 'three', 'four']) await acceptedDevice(stack, owner, { hostname })
  expect(await evaluation(owner)).toEqual({ can_accept: true, can_connect: true })
  await expect(owner.client.createCustomer()).rejects.toMatchObject({ status: 424, code: 'billing_off' })
  const event = { body: { id: 'evt_1', type: 'customer.updated' } }
  await expect(stack.anonymous.receiveBillingEvent(event)).rejects.toMatchObject({ status: 424, code: 'billing_off' })
  const [{ uid } = { uid: '' as DeviceUid }] = (await owner.client.listDevices()).body
  await owner.client.removeDevice({ params: { uid } })
  expect((await owner.client.listDevices({ query: { status: 'removed' } })).body).toEqual([])
  await owner.client.deleteNamespace({ params: { tenant: owner.tenantId } })
})

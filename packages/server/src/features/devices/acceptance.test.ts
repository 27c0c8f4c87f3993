import { expect, test } from 'vitest'
import {
  acceptedDevice,
  heard,
  newDevice,
  openSession,
  register,
  setDeviceLimit,
  tagDevice,
} from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'

test('accepting twice is fine, and a decision may be taken back', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const revoked = heard(stack.server.bus, 'device.revoked')
  const { uid } = await acceptedDevice(stack, ana)
  const set = (status: 'accept' | 'reject' | 'pending' | 'unused') =>
    ana.client.setDeviceStatus({ params: { uid, status } })
  const status = async () => (await ana.client.getDevice({ params: { uid } })).body.status
  await set('accept')
  expect(await status()).toBe('accepted')
  expect(revoked).toEqual([])
  await set('reject')
  expect(await status()).toBe('rejected')
  expect(revoked).toEqual([{ uid, removed: false }])
  await set('pending')
  await set('unused')
  expect(await status()).toBe('unused')
  await set('accept')
  expect(await status()).toBe('accepted')
  expect(revoked).toHaveLength(1)
})

test('two accepted devices of a namespace never share a name', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  await acceptedDevice(stack, ana, { hostname: 'pi' })
  const second = await register(stack, ana, { hostname: 'pi' })
  const accept = () => ana.client.setDeviceStatus({ params: { uid: second.uid, status: 'accept' } })
  await expect(accept()).rejects.toMatchObject({ status: 409, code: 'device_name_taken' })
  const rename = (name: string) => ana.client.updateDevice({ params: { uid: second.uid }, body: { name } })
  await expect(rename('PI')).rejects.toMatchObject({ status: 409, code: 'device_name_taken' })
  await rename('Pi-2')
  await rename('pi-2')
  await accept()
  // Another namespace has names of its own.
  await acceptedDevice(stack, bob, { hostname: 'pi' })
})

test('two people who accept devices of one name at once do not both succeed', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const devices = await Promise.all(Array.from({ length: 8 }, () => register(stack, ana, { hostname: 'pi' })))
  const outcomes = await Promise.allSettled(
    devices.map(({ uid }) => ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })),
  )
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
})

test('the device limit holds, and the list says so beforehand', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await setDeviceLimit(stack, ana.tenant, 2)
  const first = await acceptedDevice(stack, ana, { hostname: 'one' })
  await acceptedDevice(stack, ana, { hostname: 'two' })
  const third = await register(stack, ana, { hostname: 'three' })
  const acceptable = async () =>
    (await ana.client.listDevices({ query: { status: 'pending' } })).body.map((device) => device.acceptable)
  const accept = () => ana.client.setDeviceStatus({ params: { uid: third.uid, status: 'accept' } })
  expect(await acceptable()).toEqual([false])
  await expect(accept()).rejects.toMatchObject({ status: 403, code: 'device_limit_reached' })
  await ana.client.removeDevice({ params: { uid: first.uid } })
  expect(await acceptable()).toEqual([true])
  await accept()
})

test('a re-flashed device takes the place of its old self when somebody accepts it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await setDeviceLimit(stack, ana.tenant, 1)
  const identity = { mac: '02:42:ac:11:00:05' }
  const old = await acceptedDevice(stack, ana, { hostname: 'pi', identity })
  await ana.client.updateDevice({ params: { uid: old.uid }, body: { name: 'front-door' } })
  await tagDevice(stack, ana.tenant, old.uid, 'bench')
  const session = await openSession(stack, old.uid)
  const revoked = heard(stack.server.bus, 'device.revoked')

  await stack.internal.markDeviceOffline({ params: { uid: old.uid } })
  const flashed = await register(stack, ana, { hostname: 'pi', identity })
  expect(flashed.uid).not.toBe(old.uid)
  expect((await ana.client.getDevice({ params: { uid: flashed.uid } })).body).toMatchObject({ name: 'pi', tags: [] })
  await ana.client.setDeviceStatus({ params: { uid: flashed.uid, status: 'accept' } })

  expect((await ana.client.getDevice({ params: { uid: flashed.uid } })).body).toMatchObject({
    name: 'front-door',
    status: 'accepted',
    tags: ['bench'],
  })
  await expect(ana.client.getDevice({ params: { uid: old.uid } })).rejects.toMatchObject({ code: 'device_not_found' })
  expect((await ana.client.getSession({ params: { uid: session } })).body.device_uid).toBe(flashed.uid)
  expect(revoked).toEqual([{ uid: old.uid, removed: true }])
})

test('a second machine of the same MAC does not push out the first while that is online', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const identity = { mac: '02:42:ac:11:00:05' }
  const first = await acceptedDevice(stack, ana, { hostname: 'pi', identity })
  const second = await register(stack, ana, { hostname: 'clone', identity })
  const accept = () => ana.client.setDeviceStatus({ params: { uid: second.uid, status: 'accept' } })
  const refused = { status: 409, code: 'device_identity_online', message: expect.stringContaining('--identity') }
  await expect(accept()).rejects.toMatchObject(refused)
  expect((await ana.client.getDevice({ params: { uid: first.uid } })).body).toMatchObject({ status: 'accepted' })
  // One that went without a farewell is gone once it has been silent for long enough.
  stack.clock.advance(120_000)
  await accept()
  await expect(ana.client.getDevice({ params: { uid: first.uid } })).rejects.toMatchObject({ code: 'device_not_found' })
})

test('devices that give no MAC never take each other over', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await acceptedDevice(stack, ana, { hostname: 'one', identity: { mac: '' } })
  await acceptedDevice(stack, ana, { hostname: 'two', identity: { mac: '' } })
  expect((await ana.client.listDevices()).headers['X-Total-Count']).toBe('2')
})

test('a removed device is gone with its sessions, and its token with it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const body = newDevice(ana.tenant)
  const { uid, token } = (await stack.anonymous.registerDevice({ body })).body
  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  const session = await openSession(stack, uid)
  const revoked = heard(stack.server.bus, 'device.revoked')
  await ana.client.removeDevice({ params: { uid } })
  expect(revoked).toEqual([{ uid, removed: true }])
  await expect(stack.internal.authenticateDevice({ body: { token } })).rejects.toMatchObject({ status: 401 })
  await expect(ana.client.getSession({ params: { uid: session } })).rejects.toMatchObject({ status: 404 })
  await expect(ana.client.removeDevice({ params: { uid } })).rejects.toMatchObject({ code: 'device_not_found' })
  // The same device may come back, and waits like any other.
  expect((await stack.anonymous.registerDevice({ body })).body).toMatchObject({ uid, status: 'pending' })
})

test('a namespace that is deleted ends the links of all its devices', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const devices = [await acceptedDevice(stack, ana, { hostname: 'one' }), await register(stack, ana)]
  const revoked = heard(stack.server.bus, 'device.revoked')
  await stack.internal.deleteNamespaceByName({ params: { name: 'ana' } })
  const uids = revoked.filter(({ removed }) => removed).map(({ uid }) => uid)
  expect(uids.toSorted()).toEqual(devices.map(({ uid }) => uid).toSorted())
})

test('nobody sees or touches the devices of another namespace', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana)
  const gone = { status: 404, code: 'device_not_found' }
  await expect(bob.client.getDevice({ params: { uid } })).rejects.toMatchObject(gone)
  await expect(bob.client.updateDevice({ params: { uid }, body: { name: 'mine' } })).rejects.toMatchObject(gone)
  await expect(bob.client.setDeviceStatus({ params: { uid, status: 'reject' } })).rejects.toMatchObject(gone)
  await expect(bob.client.removeDevice({ params: { uid } })).rejects.toMatchObject(gone)
  expect((await bob.client.listDevices({ query: { status: '' } })).body).toEqual([])
  expect((await ana.client.getDevice({ params: { uid } })).body).toMatchObject({ name: 'lab-pi', status: 'accepted' })
})

test('a list comes in pages, in a total order, filtered by status', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  for (const hostname of ['delta', 'alpha', 'charlie', 'bravo', 'echo']) {
    await acceptedDevice(stack, ana, { hostname })
    stack.clock.advance(1000)
  }
  await register(stack, ana, { hostname: 'waiting' })
  const names = async (query: Parameters<typeof ana.client.listDevices>[0]) =>
    (await ana.client.listDevices(query)).body.map((device) => device.name)
  expect(await names(undefined)).toEqual(['echo', 'bravo', 'charlie', 'alpha', 'delta'])
  expect(await names({ query: { sort_by: 'name', order_by: 'asc', per_page: 2, page: 2 } })).toEqual([
    'charlie',
    'delta',
  ])
  expect(await names({ query: { sort_by: 'created_at', order_by: 'asc', per_page: 2 } })).toEqual(['delta', 'alpha'])
  expect(await names({ query: { status: '', sort_by: 'status', order_by: 'desc', per_page: 1 } })).toEqual(['waiting'])
  const online = (await ana.client.listDevices({ query: { sort_by: 'name' } })).body[4]
  if (online) await stack.internal.markDeviceOffline({ params: { uid: online.uid } })
  expect((await names({ query: { sort_by: 'online', order_by: 'asc' } }))[0]).toBe('alpha')
  const { headers } = await ana.client.listDevices({ query: { status: '', per_page: 2, page: 99 } })
  expect(headers['X-Total-Count']).toBe('6')
  const broken = 'broken' as 'pending'
  await expect(ana.client.listDevices({ query: { status: broken } })).rejects.toMatchObject({ fields: ['status'] })
})

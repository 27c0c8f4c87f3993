import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { everyRow } from '../../test-database.ts'
import { acceptedDevice, newDevice, secondServices, setDeviceLimit } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { missesMax } from './guesses.ts'
import { deleteExpired } from './pairing.store.ts'

const waiting = (fields: object = {}) => {
  const { tenant_id: _, ...device } = newDevice('')
  return { ...device, ...fields }
}
const startPairing = async (stack: TestServer, fields: object = {}) => {
  const device = waiting(fields)
  const { body } = await stack.anonymous.startPairing({ body: device })
  return { code: body.code, device }
}

test('a member who types the code takes the waiting device in', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { code, device } = await startPairing(stack, { hostname: 'Lab-\u001b[2JPi' })
  expect(code).toMatch(/^[2-9A-HJ-NP-TV-Z]{8}$/)
  const status = async () => (await stack.anonymous.getPairingStatus({ params: { code } })).body
  expect(await status()).toEqual({ status: 'pending' })
  expect((await ana.client.getPairing({ params: { code: code.toLowerCase() } })).body).toMatchObject({
    hostname: 'Lab-[2JPi',
    info: { pretty_name: 'Debian GNU/Linux' },
    remote_addr: '127.0.0.1',
  })

  const { body: accepted } = await ana.client.acceptPairing({ params: { code: code.toLowerCase() } })
  expect(accepted).toMatchObject({ status: 'accepted', tenant_id: ana.tenant, namespace: 'ana' })
  expect(await status()).toEqual({ status: 'accepted', tenant_id: ana.tenant })
  // Typing it twice finds the same device.
  expect((await ana.client.acceptPairing({ params: { code } })).body.uid).toBe(accepted.uid)

  const registration = { ...device, tenant_id: ana.tenant as TenantId }
  const { body: registered } = await stack.anonymous.registerDevice({ body: registration })
  expect(registered).toMatchObject({ uid: accepted.uid, status: 'accepted' })
})

test('a code serves one namespace, and ten minutes', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const unknown = { status: 404, code: 'pairing_code_not_found' }
  const { code } = await startPairing(stack)
  await ana.client.acceptPairing({ params: { code } })
  await expect(bob.client.acceptPairing({ params: { code } })).rejects.toMatchObject(unknown)
  await expect(bob.client.getPairing({ params: { code } })).rejects.toMatchObject(unknown)
  const late = await startPairing(stack)
  stack.clock.advance(600_000)
  await expect(ana.client.acceptPairing({ params: { code: late.code } })).rejects.toMatchObject(unknown)
  await expect(stack.anonymous.getPairingStatus({ params: { code: late.code } })).rejects.toMatchObject(unknown)
})

test('a device that asks late still learns for an hour that it was accepted', async () => {
  await using stack = await startTestServer()
  await using services = await secondServices(stack)
  const ana = await stack.signUp('ana')
  const { code } = await startPairing(stack)
  await ana.client.acceptPairing({ params: { code } })
  const status = () => stack.anonymous.getPairingStatus({ params: { code } })
  stack.clock.advance(3_600_000)
  await deleteExpired(services.database, services.clock.now())
  expect((await status()).body).toEqual({ status: 'accepted', tenant_id: ana.tenant })
  // For taking a device in, ten minutes it is.
  const unknown = { code: 'pairing_code_not_found' }
  await expect(ana.client.getPairing({ params: { code } })).rejects.toMatchObject(unknown)
  await expect(ana.client.acceptPairing({ params: { code } })).rejects.toMatchObject(unknown)
  stack.clock.advance(600_000)
  await expect(status()).rejects.toMatchObject(unknown)
})

test('codes that run out are no wrong guesses, however many devices wait behind one address', async () => {
  await using stack = await startTestServer()
  await using services = await secondServices(stack)
  const waitingDevices = await Promise.all(Array.from({ length: missesMax + 2 }, () => startPairing(stack)))
  stack.clock.advance(600_000)
  await deleteExpired(services.database, services.clock.now())
  for (const { code } of waitingDevices) {
    const late = stack.anonymous.getPairingStatus({ params: { code } })
    await expect(late).rejects.toMatchObject({ code: 'pairing_code_not_found' })
  }
  const { code } = await startPairing(stack)
  expect((await stack.anonymous.getPairingStatus({ params: { code } })).body).toEqual({ status: 'pending' })
})

test('a device whose name is taken gets a number, for nobody could rename it before', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const names = []
  for (let count = 0; count < 3; count += 1) {
    const { code } = await startPairing(stack, { hostname: 'raspberrypi' })
    names.push((await ana.client.acceptPairing({ params: { code } })).body.name)
  }
  expect(names).toEqual(['raspberrypi', 'raspberrypi-2', 'raspberrypi-3'])
})

test('a device that cannot be accepted is not registered either', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await setDeviceLimit(stack, ana.tenant, 1)
  await acceptedDevice(stack, ana)
  const { code } = await startPairing(stack, { hostname: 'other' })
  await expect(ana.client.acceptPairing({ params: { code } })).rejects.toMatchObject({ code: 'device_limit_reached' })
  expect((await ana.client.listDevices({ query: { status: '' } })).headers['X-Total-Count']).toBe('1')
  expect((await stack.anonymous.getPairingStatus({ params: { code } })).body).toEqual({ status: 'pending' })
})

test('a waiting device does not push out one of the same MAC that is online', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const identity = { mac: '02:42:ac:11:00:05' }
  const first = await acceptedDevice(stack, ana, { hostname: 'pi', identity })
  const { code } = await startPairing(stack, { hostname: 'clone', identity })
  const refused = { status: 409, code: 'device_identity_online' }
  await expect(ana.client.acceptPairing({ params: { code } })).rejects.toMatchObject(refused)
  await ana.client.getDevice({ params: { uid: first.uid } })
  await stack.internal.markDeviceOffline({ params: { uid: first.uid } })
  expect((await ana.client.acceptPairing({ params: { code } })).body.name).toBe('pi')
})

test('whoever guesses codes is stopped, even before a right one, and forgiven later', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { code } = await startPairing(stack)
  for (let count = 0; count < missesMax; count += 1) {
    const wrong = ana.client.getPairing({ params: { code: '22222222' } })
    await expect(wrong).rejects.toMatchObject({ code: 'pairing_code_not_found' })
  }
  const stopped = { status: 429, code: 'too_many_requests' }
  await expect(ana.client.getPairing({ params: { code } })).rejects.toMatchObject(stopped)
  await expect(ana.client.acceptPairing({ params: { code } })).rejects.toMatchObject(stopped)
  // Another user is not held to it, nor is the agent that polls.
  await bob.client.getPairing({ params: { code } })
  await stack.anonymous.getPairingStatus({ params: { code } })
  stack.clock.advance(600_000)
  const { code: later } = await startPairing(stack)
  await ana.client.getPairing({ params: { code: later } })
})

test('one address cannot hold many codes at a time', async () => {
  await using stack = await startTestServer()
  const outcomes = await Promise.allSettled(Array.from({ length: 52 }, () => startPairing(stack)))
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(2)
})

test('a code is nowhere in the database', async () => {
  await using stack = await startTestServer()
  const { code, device } = await startPairing(stack)
  await using open = await stack.openDatabase()
  const stored = JSON.stringify(await everyRow(open.database))
  expect(stored).toContain(device.info.pretty_name)
  expect(stored).not.toContain(code)
})

test('of expired codes the hash stays for an hour, and old misses are forgotten', async () => {
  await using stack = await startTestServer()
  await startPairing(stack)
  await expect(stack.anonymous.getPairingStatus({ params: { code: '22222222' } })).rejects.toBeDefined()
  await using services = await secondServices(stack)
  const { database, clock } = services
  const kept = async () => ({
    said: (await database.selectFrom('pairings').selectAll().execute()).map(({ registration }) => registration !== ''),
    misses: (await database.selectFrom('pairing_misses').selectAll().execute()).length,
  })
  await deleteExpired(database, clock.now())
  expect(await kept()).toEqual({ said: [true], misses: 1 })
  stack.clock.advance(600_000)
  await deleteExpired(database, clock.now())
  expect(await kept()).toEqual({ said: [false], misses: 0 })
  stack.clock.advance(3_600_000)
  await deleteExpired(database, clock.now())
  expect(await kept()).toEqual({ said: [], misses: 0 })
})

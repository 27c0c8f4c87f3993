import type { TenantId } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice, register, secondServices } from '../../test-device.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { resolve } from './connections.ts'

const resolverOf = (stack: TestServer) => async (address: string) => {
  const visitor = { address, username: 'root', ip_address: '203.0.113.9' }
  return (await stack.internal.resolveAddress({ body: visitor })).body
}

test('an address is a namespace and a device, or a uid, without case', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  await ana.client.updateNamespace({
    params: { tenant: ana.tenant as TenantId },
    body: { settings: { connection_announcement: 'Be kind.', allow_remote_forwarding: false } },
  })
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'lab-pi' })
  const resolve = resolverOf(stack)
  const forwarding = { local: true, remote: false, socket: true, agent: true }
  const names = { name: 'lab-pi', namespace: 'ana' }
  const settings = { announcement: 'Be kind.', forwarding, recording: 'off', require_mfa: false }
  const device = { uid, tenant_id: ana.tenant, ...names, ...settings }
  const found = { outcome: 'found', device }
  expect(await resolve('ana.lab-pi')).toEqual(found)
  expect(await resolve('Ana.LAB-Pi')).toEqual(found)
  expect(await resolve(uid)).toEqual(found)
  expect(await resolve(uid.toUpperCase())).toEqual(found)
})

test('an address that leads nowhere says why, with the names that come close', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('anastasia')
  await stack.signUp('bob')
  for (const hostname of ['printer', 'printer-2', 'camera']) await acceptedDevice(stack, ana, { hostname })
  await register(stack, ana, { hostname: 'printre' })
  const resolve = resolverOf(stack)
  expect(await resolve('nonsense')).toEqual({ outcome: 'malformed', suggestions: [] })
  expect(await resolve('anastasja.printer')).toEqual({ outcome: 'unknown_namespace', suggestions: ['anastasia'] })
  expect(await resolve('nobody-near.printer')).toEqual({ outcome: 'unknown_namespace', suggestions: [] })
  // Devices that wait are not suggested.
  expect(await resolve('anastasia.prnter')).toEqual({
    outcome: 'unknown_device',
    suggestions: ['printer'],
  })
  expect(await resolve('0'.repeat(64))).toEqual({ outcome: 'unknown_device', suggestions: [] })
})

test('a device that waits or was refused is told from one that does not exist', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await register(stack, ana, { hostname: 'lab-pi' })
  const resolve = resolverOf(stack)
  expect(await resolve('ana.lab-pi')).toEqual({ outcome: 'not_accepted', status: 'pending' })
  await ana.client.setDeviceStatus({ params: { uid, status: 'reject' } })
  expect(await resolve(uid)).toEqual({ outcome: 'not_accepted', status: 'rejected' })
})

test('an accepted device wins over waiting ones of the same name', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'pi' })
  stack.clock.advance(1000)
  await register(stack, ana, { hostname: 'pi' })
  expect(await resolverOf(stack)('ana.pi')).toMatchObject({ outcome: 'found', device: { uid } })
})

test('an offline device tells since when', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'pi' })
  const lastSeen = new Date(stack.clock.now()).toISOString()
  await stack.internal.markDeviceOffline({ params: { uid } })
  stack.clock.advance(3_600_000)
  expect(await resolverOf(stack)('ana.pi')).toEqual({ outcome: 'offline', last_seen: lastSeen })
})

test('the first check that denies gives the reason, and an unknown device is never asked about', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const asked: string[] = []
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'pi' })
  await using services = await secondServices(stack)
  services.hooks.add('connection.evaluate', async ({ deviceName, username, ipAddress }) => {
    asked.push(`${username}@${deviceName} from ${ipAddress}`)
    return { outcome: 'allowed' }
  })
  services.hooks.add('connection.evaluate', async () => ({ outcome: 'denied', reason: 'Not on Sundays.' }))
  services.hooks.add('connection.evaluate', async () => ({ outcome: 'denied', reason: 'Too late to say.' }))
  const changing: Parameters<typeof resolve>[1] = (scope, inside) => change(services, serverActor, scope, inside)
  const ask = (address: string) => resolve(services, changing, { address, username: 'root', ip_address: '203.0.113.9' })
  expect(await ask('ana.pi')).toEqual({ outcome: 'denied', reason: 'Not on Sundays.' })
  expect(asked).toEqual(['root@pi from 203.0.113.9'])
  await ask('ana.other')
  expect(asked).toHaveLength(1)
  // Whoever is denied does not learn whether the device is there.
  await stack.internal.markDeviceOffline({ params: { uid } })
  expect(await ask('ana.pi')).toMatchObject({ outcome: 'denied' })
})

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sshore/client'
import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { acceptedDevice, newDevice, newSessionUid, register } from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { geoDatabase } from '../../testing/geo-database.ts'

test('a device seen for the first time waits to be accepted, and has a token already', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const device = await register(stack, ana, { hostname: 'Lab-Pi.example.org' })
  expect(device).toMatchObject({ name: 'lab-pi', namespace: 'ana', status: 'pending' })

  const { body: authenticated } = await stack.internal.authenticateDevice({ body: { token: device.token } })
  expect(authenticated).toMatchObject({ uid: device.uid, tenant_id: ana.tenant, status: 'pending' })
  expect((await ana.client.listDevices()).body).toEqual([])
  expect((await ana.client.listDevices({ query: { status: 'pending' } })).body).toMatchObject([
    { uid: device.uid, online: true, acceptable: true, tags: [], position: { latitude: 0, longitude: 0 } },
  ])
})

test('checking in again refreshes what the device says of itself, not what people decided', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const body = newDevice(ana.tenant)
  const { uid } = (await stack.anonymous.registerDevice({ body })).body
  await ana.client.updateDevice({ params: { uid }, body: { name: 'Front-Door' } })
  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  await stack.internal.markDeviceOffline({ params: { uid } })
  expect((await ana.client.getDevice({ params: { uid } })).body.online).toBe(false)

  stack.clock.advance(60_000)
  const again = { ...body, hostname: 'other', info: { ...body.info, version: '2.0.0', pretty_name: 'De\u001b[2Jbian' } }
  expect((await stack.anonymous.registerDevice({ body: again })).body).toMatchObject({
    uid,
    name: 'front-door',
    status: 'accepted',
  })
  expect((await ana.client.getDevice({ params: { uid } })).body).toMatchObject({
    name: 'front-door',
    status: 'accepted',
    online: true,
    last_seen: new Date(stack.clock.now()).toISOString(),
    info: { version: '2.0.0', pretty_name: 'De[2Jbian' },
  })
})

test('a device goes offline two minutes after it was last heard of', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await acceptedDevice(stack, ana)
  const online = async () => (await ana.client.getDevice({ params: { uid } })).body.online
  stack.clock.advance(119_000)
  expect(await online()).toBe(true)
  stack.clock.advance(2_000)
  expect(await online()).toBe(false)
  await stack.internal.reportPresence({ body: { online: [uid], offline: [] } })
  expect(await online()).toBe(true)
  await stack.internal.reportPresence({ body: { online: [], offline: [uid] } })
  expect(await online()).toBe(false)
})

test('a registration names what is wrong with it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const refused = (fields: object, failure: object) =>
    expect(stack.anonymous.registerDevice({ body: newDevice(ana.tenant, fields) })).rejects.toMatchObject(failure)
  await refused({ public_key: 'ssh-ed25519 AAAA' }, { status: 400, fields: ['public_key'] })
  await refused(
    { hostname: '', identity: { mac: '' } },
    {
      status: 400,
      fields: ['hostname', 'identity'],
    },
  )
  await refused({ tenant_id: '11111111-2222-4333-8444-555555555555' }, { code: 'namespace_not_found' })
  await refused({ tenant_id: 'nobody' }, { status: 400, fields: ['tenant_id'] })
})

test('a stranger who knows the namespace cannot fill the list of waiting devices from one address', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const template = newDevice(ana.tenant)
  const flood = (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, number) =>
        stack.anonymous.registerDevice({ body: { ...template, identity: { mac: `02:00:00:00:00:${number}` } } }),
      ),
    )
  const outcomes = await flood(limits.pendingDevices.perAddress + 5)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'too_many_pending_devices' } })

  // Those who wait already may still check in, and a decision makes room.
  const known = { ...template, identity: { mac: '02:00:00:00:00:0' } }
  const { uid } = (await stack.anonymous.registerDevice({ body: known })).body
  await ana.client.setDeviceStatus({ params: { uid, status: 'reject' } })
  await register(stack, ana)
})

test('many registrations at once all arrive', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const bodies = Array.from({ length: 50 }, (_, number) => newDevice(ana.tenant, { hostname: `device-${number}` }))
  await Promise.all([...bodies, ...bodies].map((body) => stack.anonymous.registerDevice({ body })))
  const { headers } = await ana.client.listDevices({ query: { status: 'pending' } })
  expect(headers['X-Total-Count']).toBe('50')
})

test('a device and its sessions are where the database of positions has their addresses', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sshore-geo-'))
  const file = join(folder.path, 'city.mmdb')
  const lisbon = { latitude: 38.7167, longitude: -9.1333 }
  const suva = { latitude: -18.1416, longitude: 178.4419 }
  await writeFile(
    file,
    geoDatabase([
      { network: '81.2.69.0/24', ...lisbon },
      { network: '81.2.70.0/24', ...suva },
    ]),
  )
  await using stack = await startTestServer({ geoDatabase: file, trustedProxies: ['127.0.0.1'] })
  const ana = await stack.signUp('ana')
  const body = newDevice(ana.tenant)
  const from = (address: string) =>
    createClient(stack.server.transport, () => ({ 'x-forwarded-for': address })).registerDevice({ body })
  const { uid } = (await from('81.2.69.142')).body
  const position = async () => (await ana.client.getDevice({ params: { uid } })).body.position
  expect(await position()).toEqual(lisbon)
  // It has moved; checking in so soon would write nothing otherwise.
  await from('81.2.70.9')
  expect(await position()).toEqual(suva)
  await from('192.168.1.7')
  expect(await position()).toEqual({ latitude: 0, longitude: 0 })

  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  const opening = { device_uid: uid, username: 'root', type: 'term', term: '', authenticated: true } as const
  const [near, far] = [newSessionUid(), newSessionUid()]
  await stack.internal.createSession({ body: { ...opening, uid: near, ip_address: '81.2.69.7' } })
  await stack.internal.createSession({ body: { ...opening, uid: far, ip_address: '203.0.113.9' } })
  expect((await ana.client.getSession({ params: { uid: near } })).body.position).toEqual(lisbon)
  expect((await ana.client.getSession({ params: { uid: far } })).body.position).toEqual({ latitude: 0, longitude: 0 })
})

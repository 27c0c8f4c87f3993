import { expect, test } from 'vitest'
import {
  acceptedDevice,
  heard,
  newDevice,
  newSessionUid,
  openSession,
  register,
  secondServices,
} from '../../test-device.ts'
import { startTestServer } from '../../test-server.ts'
import { audit } from '../audit/index.ts'
import { endStaleSessions } from './stale-sessions.ts'

test('a session is told from its opening to its end', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid: deviceUid } = await acceptedDevice(stack, ana)
  const uid = await openSession(stack, deviceUid)
  const session = async () => (await ana.client.getSession({ params: { uid } })).body
  const startedAt = new Date(stack.clock.now()).toISOString()
  expect(await session()).toMatchObject({
    uid,
    device_uid: deviceUid,
    device: { uid: deviceUid, name: 'lab-pi', online: true },
    tenant_id: ana.tenant,
    username: 'root',
    ip_address: '203.0.113.9',
    type: 'term',
    term: '',
    active: true,
    authenticated: false,
    recorded: false,
    started_at: startedAt,
    events: { types: [], seats: [] },
  })

  stack.clock.advance(1000)
  const note = (body: Parameters<typeof stack.internal.updateSession>[0]['body']) =>
    stack.internal.updateSession({ params: { uid }, body })
  await note({ authenticated: true, term: 'xterm-256color', event_types: ['pty-req', 'shell'], seats: [1] })
  await note({ event_types: ['shell', 'exec'], seats: [0, 1] })
  expect(await session()).toMatchObject({
    authenticated: true,
    term: 'xterm-256color',
    events: { types: ['pty-req', 'shell', 'exec'], seats: [0, 1] },
  })

  await stack.internal.finishSession({ params: { uid } })
  const ended = await session()
  expect(ended).toMatchObject({ active: false, started_at: startedAt })
  stack.clock.advance(1000)
  await stack.internal.finishSession({ params: { uid } })
  expect(await session()).toEqual({ ...ended, device: { ...ended.device } })
})

test('telling an opening twice makes one session', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid: deviceUid } = await acceptedDevice(stack, ana)
  const uid = await openSession(stack, deviceUid)
  await openSession(stack, deviceUid, uid)
  expect((await ana.client.listSessions()).headers['X-Total-Count']).toBe('1')
})

test('no session opens on a device that is not accepted or not there', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid } = await register(stack, ana)
  const unknown = { status: 404, code: 'device_not_found' }
  await expect(openSession(stack, uid)).rejects.toMatchObject(unknown)
  const { uid: accepted } = await acceptedDevice(stack, ana, { hostname: 'other' })
  await expect(openSession(stack, accepted)).resolves.toBeDefined()
  await ana.client.removeDevice({ params: { uid: accepted } })
  await expect(openSession(stack, accepted)).rejects.toMatchObject(unknown)
})

test('sessions are listed newest first, and only to their own namespace', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid: deviceUid } = await acceptedDevice(stack, ana)
  const uids = []
  for (let count = 0; count < 3; count += 1) {
    uids.unshift(await openSession(stack, deviceUid))
    stack.clock.advance(1000)
  }
  const { body, headers } = await ana.client.listSessions({ query: { per_page: 2 } })
  expect(body.map((session) => session.uid)).toEqual(uids.slice(0, 2))
  expect(headers['X-Total-Count']).toBe('3')
  expect((await bob.client.listSessions()).body).toEqual([])
  const [uid = newSessionUid()] = uids
  await expect(bob.client.getSession({ params: { uid } })).rejects.toMatchObject({ code: 'session_not_found' })
  const close = bob.client.closeSession({ params: { uid }, body: { device: deviceUid } })
  await expect(close).rejects.toMatchObject({ code: 'session_not_found' })
})

test('closing a session asks whoever carries it', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid: deviceUid } = await acceptedDevice(stack, ana)
  const { uid: other } = await acceptedDevice(stack, ana, { hostname: 'other' })
  const uid = await openSession(stack, deviceUid)
  const asked = heard(stack.server.bus, 'session.close')
  await expect(ana.client.closeSession({ params: { uid }, body: { device: other } })).rejects.toMatchObject({
    code: 'session_not_found',
  })
  expect(asked).toEqual([])
  await ana.client.closeSession({ params: { uid }, body: { device: deviceUid } })
  expect(asked).toEqual([{ uid, deviceUid }])
})

test('a session that nobody reports any more ends when it was last heard of', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const { uid: deviceUid } = await acceptedDevice(stack, ana)
  const [silent, kept] = [await openSession(stack, deviceUid), await openSession(stack, deviceUid)]
  const active = async () => {
    const { body } = await ana.client.listSessions()
    return body.filter((session) => session.active).map((session) => session.uid)
  }
  stack.clock.advance(100_000)
  await stack.internal.keepSessions({ body: { uids: [kept, newSessionUid()] } })
  stack.clock.advance(100_000)
  expect(await active()).toEqual([kept])
  expect((await ana.client.getStats()).body.active_sessions).toBe(1)

  await using services = await secondServices(stack)
  audit.hooks?.(services)
  expect(await endStaleSessions(services)).toBe(1)
  expect(await endStaleSessions(services)).toBe(0)
  const { body: entries } = await ana.client.listAudit()
  expect(entries[0]).toMatchObject({ action: 'session.end', actor: { kind: 'server' }, target: { id: silent } })
  expect(entries.filter(({ action }) => action === 'session.end')).toHaveLength(1)
  // What has ended stays ended, whoever reports it.
  await stack.internal.keepSessions({ body: { uids: [silent, kept] } })
  expect(await active()).toEqual([kept])
})

test('a device that checks in keeps its own sessions alive, and no others', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const body = newDevice(ana.tenant)
  const { uid: deviceUid } = (await stack.anonymous.registerDevice({ body })).body
  await ana.client.setDeviceStatus({ params: { uid: deviceUid, status: 'accept' } })
  const { uid: other } = await acceptedDevice(stack, ana, { hostname: 'other' })
  const [own, foreign] = [await openSession(stack, deviceUid), await openSession(stack, other)]
  stack.clock.advance(100_000)
  await stack.anonymous.registerDevice({ body: { ...body, sessions: [own, foreign, 'no uid'] } })
  stack.clock.advance(100_000)
  const { body: sessions } = await ana.client.listSessions()
  expect(sessions.filter((session) => session.active).map((session) => session.uid)).toEqual([own])
})

test('the numbers of a namespace count its own devices and sessions', async () => {
  await using stack = await startTestServer()
  const [ana, bob] = [await stack.signUp('ana'), await stack.signUp('bob')]
  const { uid } = await acceptedDevice(stack, ana, { hostname: 'one' })
  await openSession(stack, uid)
  const { uid: offline } = await acceptedDevice(stack, ana, { hostname: 'two' })
  await stack.internal.markDeviceOffline({ params: { uid: offline } })
  const { uid: rejected } = await register(stack, ana)
  await ana.client.setDeviceStatus({ params: { uid: rejected, status: 'reject' } })
  await register(stack, ana)
  expect((await ana.client.getStats()).body).toEqual({
    registered_devices: 2,
    online_devices: 1,
    pending_devices: 1,
    rejected_devices: 1,
    active_sessions: 1,
  })
  expect(Object.values((await bob.client.getStats()).body)).toEqual([0, 0, 0, 0, 0])
})

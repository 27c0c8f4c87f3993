import { connect } from 'node:net'
import { once } from 'node:events'
import { limits } from '@sshore/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus.ts'
import { createLiveEvents } from '../../platform/live-events.ts'
import { scopeOf } from '../../platform/scope.ts'
import { openSession, register } from '../../test-device.ts'
import { listen } from '../../test-events.ts'
import { startTestServer, testPassword, type TestServer } from '../../test-server.ts'
import { EventStream } from './event-stream.ts'
import { presenceEvents } from './events.ts'

type Member = Awaited<ReturnType<TestServer['signUp']>>

async function world() {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer())
  const { port } = await stack.server.listen('127.0.0.1', 0)
  const ana = await stack.signUp('ana')
  const url = `http://127.0.0.1:${port}/api/events`
  const resources = undo.move()
  return {
    stack,
    ana,
    port,
    hear: (token: string, headers: Record<string, string> = {}) =>
      listen(url, { authorization: `Bearer ${token}`, ...headers }),
    hearByKey: (key: string) => listen(url, { 'x-api-key': key }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function join(stack: TestServer, namespace: Member, username: string, role: 'observer' | 'administrator') {
  await stack.internal.createUser({ body: { username, email: `${username}@example.org`, password: testPassword } })
  await stack.internal.addMemberByName({ params: { name: namespace.user }, body: { user: username, role } })
  return stack.signIn(username)
}

test('a member is told of devices, sessions and members of the namespace, and of no other', async () => {
  await using all = await world()
  const { stack, ana, hear } = all
  const bob = await stack.signUp('bob')
  await using anas = await hear(ana.token)
  await using bobs = await hear(bob.token)
  expect(anas.headers.get('content-type')).toBe('text/event-stream')
  await anas.until('ready')
  await bobs.until('ready')

  const { uid, name } = await register(stack, ana)
  expect((await anas.until('device.pending')).data).toMatchObject({
    tenant_id: ana.tenantId,
    actor: { kind: 'anybody' },
    targets: [{ kind: 'device', id: uid, name }],
    after: { status: 'pending' },
  })
  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  expect((await anas.until('device.accepted')).data).toMatchObject({ actor: { kind: 'user', name: 'ana' } })
  await ana.client.updateDevice({ params: { uid }, body: { name: 'roof' } })
  expect((await anas.until('device.updated')).data['after']).toMatchObject({ name: 'roof' })
  await openSession(stack, uid)
  await anas.until('session.started')
  await stack.internal.reportPresence({ body: { online: [], offline: [uid] } })
  expect((await anas.until('device.offline')).data).toMatchObject({ targets: [{ id: uid, name: 'roof' }] })
  await stack.internal.reportPresence({ body: { online: [uid], offline: [] } })
  await anas.until('device.online')
  await ana.client.removeDevice({ params: { uid } })
  await anas.until('device.removed')

  // Had any of it been told to bob, it would have come before this.
  await register(stack, bob)
  await bobs.until('device.pending')
  expect(bobs.events.map(({ event }) => event)).toEqual(['ready', 'device.pending'])
})

test('whoever comes back is told what was missed, or to fetch everything anew', async () => {
  await using all = await world()
  const { stack, ana, hear } = all
  const first = await hear(ana.token)
  await first.until('ready')
  const { uid } = await register(stack, ana)
  const { id } = await first.until('device.pending')
  await first[Symbol.asyncDispose]()
  await ana.client.setDeviceStatus({ params: { uid, status: 'accept' } })
  await using again = await hear(ana.token, { 'last-event-id': id })
  await again.until('ready')
  expect(again.events.map(({ event }) => event)).toEqual(['device.accepted', 'ready'])
  for (const unknown of ['000000000000-1', 'nonsense', `${id.slice(0, 13)}99999`]) {
    await using lost = await hear(ana.token, { 'last-event-id': unknown })
    await lost.until('reset')
    expect(lost.events).toHaveLength(1)
  }
})

test('what was dropped from the memory of events is told as such', () => {
  const bus = createLocalBus(pino({ level: 'silent' }))
  const live = createLiveEvents(bus)
  const tenantId = '99999999-9999-4999-8999-999999999999' as Member['tenantId']
  const devices = [{ uid: 'u', tenantId, name: 'pi', status: 'accepted' }] as unknown as Parameters<
    typeof presenceEvents
  >[0]
  const before = live.newest()
  for (let index = 0; index <= limits.liveEvents.history; index += 1) {
    for (const event of presenceEvents(devices, true, 0)) bus.publish('namespace.event', event)
  }
  return Promise.resolve().then(() => {
    expect(live.since(tenantId, before)).toBeUndefined()
    const [epoch] = before.split('-')
    expect(live.since(tenantId, `${epoch}-1`)).toHaveLength(limits.liveEvents.history)
    expect(live.since(tenantId, live.newest())).toEqual([])
  })
})

test('many devices that come at once are few events', () => {
  const of = (tenantId: string) =>
    Array.from({ length: 450 }, (_, index) => ({ uid: `d${index}`, tenantId, name: 'pi', status: 'accepted' }))
  const both = [...of('a'), ...of('b')] as unknown as Parameters<typeof presenceEvents>[0]
  const told = presenceEvents(both, false, 0)
  expect(told.map((event) => [event.tenant_id, event.targets.length])).toEqual([
    ['a', 200],
    ['a', 200],
    ['a', 50],
    ['b', 200],
    ['b', 200],
    ['b', 50],
  ])
})

test('an observer is not told what observers may not see, until made administrator', async () => {
  await using all = await world()
  const { stack, ana, hear } = all
  const eve = await join(stack, ana, 'eve', 'observer')
  await using anas = await hear(ana.token)
  await using eves = await hear(eve.token)
  await eves.until('ready')
  const knock = async (address: string) => {
    const { uid } = await register(stack, ana)
    await stack.internal.resolveAddress({ body: { address: uid, username: 'root', ip_address: address } })
  }
  await knock('198.51.100.1')
  await anas.until('connection.refused')
  await eves.until('device.pending')
  const params = { tenant: ana.tenantId, uid: eve.id }
  await ana.client.updateMember({ params, body: { role: 'administrator' } })
  await eves.until('member.updated')
  expect(eves.events.map(({ event }) => event)).not.toContain('connection.refused')
  await expect
    .poll(async () => {
      await knock('198.51.100.2')
      return eves.events.map(({ event }) => event)
    })
    .toContain('connection.refused')
})

const endings: readonly (readonly [string, (stack: TestServer, ana: Member, eve: string) => Promise<unknown>])[] = [
  ['the member is removed', (_, ana, eve) => removal(ana, eve)],
  ['the user signs out everywhere', (stack) => stack.signIn('eve').then(({ client }) => client.logout())],
  ['the namespace is deleted', (_, ana) => ana.client.deleteNamespace({ params: { tenant: ana.tenantId } })],
]
const removal = (ana: Member, eve: string) =>
  ana.client.removeMember({ params: { tenant: ana.tenantId, uid: eve as Member['id'] } })

test.each(endings)('a stream ends when %s', async (_, happens) => {
  await using all = await world()
  const { stack, ana, hear } = all
  const eve = await join(stack, ana, 'eve', 'observer')
  await using eves = await hear(eve.token)
  await eves.until('ready')
  await happens(stack, ana, eve.id)
  expect((await eves.until('end')).data).toEqual({ reason: 'unauthenticated' })
  await eves.ended
})

test('a stream of whoever acts as a member ends when they look after the server no more', async () => {
  await using all = await world()
  const { stack, ana, hear } = all
  const root = await stack.signUp('root')
  const mark = (administrator: boolean) =>
    stack.internal.setAdministrator({ params: { username: 'root' }, body: { administrator } })
  await mark(true)
  const { token } = (await root.client.adminGetUserToken({ params: { id: ana.id } })).body
  await using acting = await hear(token)
  await using own = await hear(ana.token)
  await Promise.all([acting.until('ready'), own.until('ready')])
  await mark(false)
  expect((await acting.until('end')).data).toEqual({ reason: 'unauthenticated' })
  await acting.ended
  await register(stack, ana)
  await own.until('device.pending')
})

test('a stream opened by an API key ends with the key', async () => {
  await using all = await world()
  const { ana, hearByKey } = all
  const { body } = await ana.client.createApiKey({ body: { name: 'listener', expires_at: 30 } })
  await using stream = await hearByKey(body.id)
  await stream.until('ready')
  await ana.client.deleteApiKey({ params: { key: 'listener' } })
  await stream.until('end')
  await stream.ended
})

test('a token that expires ends its stream, and between events there are comments', async () => {
  const bus = createLocalBus(pino({ level: 'silent' }))
  const live = createLiveEvents(bus)
  const { Failure } = await import('@sshore/contract')
  let expired = false
  const reader = {
    owner: 'ana',
    scope: scopeOf('99999999-9999-4999-8999-999999999999' as Member['tenantId']),
    role: 'owner',
    lastEventId: '',
    recheck: async () => {
      if (expired) throw new Failure('unauthenticated')
      return 'owner' as const
    },
  } as const
  const stream = new EventStream(live, reader, { heartbeatMilliseconds: 5, recheckMilliseconds: 20 })
  let text = ''
  stream.on('data', (piece: string) => {
    text += piece
    if (text.split(':\n\n').length > 20) expired = true
  })
  await once(stream, 'end')
  expect(text).toMatch(/event: end\ndata: \{"reason":"unauthenticated"\}\n\n$/)
})

test('a user has ten streams at most, and room again when one ends', async () => {
  await using all = await world()
  const { stack, ana, hear } = all
  const bob = await stack.signUp('bob')
  await using open = new AsyncDisposableStack()
  for (let count = 1; count < limits.liveEvents.streamsPerUser; count += 1) open.use(await hear(ana.token))
  const last = await hear(ana.token)
  await using refused = await hear(ana.token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  await using others = await hear(bob.token)
  expect(others.status).toBe(200)
  await last[Symbol.asyncDispose]()
  await expect
    .poll(async () => {
      await using again = await hear(ana.token)
      return again.status
    })
    .toBe(200)
})

test('a reader who falls behind is cut off; asking for the head alone opens nothing', async () => {
  await using all = await world()
  const { stack, ana, port, hear } = all
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`)
  await using other = await hear(ana.token)
  await other.until('ready')
  const devices = Array.from({ length: 200 }, (_, index) => ({
    uid: 'f'.repeat(64),
    tenantId: ana.tenantId,
    name: `device-${index}`,
    status: 'accepted',
  })) as unknown as Parameters<typeof presenceEvents>[0]
  // Far more than the kernel keeps for a socket; the other reader keeps up.
  for (let round = 1; round <= 800; round += 1) {
    for (const event of presenceEvents(devices, true, 0)) stack.server.bus.publish('namespace.event', event)
    if (round % 10 === 0) await other.until('device.online', round)
  }
  socket.resume()
  await closed
  expect(other.events.length).toBeGreaterThan(800)
  for (let count = 0; count < 20; count += 1) {
    const head = await fetch(`http://127.0.0.1:${port}/api/events`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(head.status).toBe(200)
  }
})

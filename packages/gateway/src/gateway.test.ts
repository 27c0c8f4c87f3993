import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { linkPath, linkSubprotocol, type SessionUid } from '@sshore/contract'
import { describe, expect, it } from 'vitest'
import { createRelay, createTestGateway, type TestGateway } from './test-gateway.ts'
import { testUid } from './test-server-api.ts'
import { finished } from './test-ssh-client.ts'
import { until } from './test-stack.ts'

const user = 'root@home.pi'

async function withDevice(test: TestGateway, port?: number) {
  const key = test.ssh.makeKey('id', 'ed25519')
  const data = Buffer.from(key.line).toString('base64')
  test.server.answers.set('/internal/public-keys/evaluate', { outcome: 'allowed', data })
  const linked = test.dialIn(port === undefined ? {} : { port })
  await until(() => linked.device() !== undefined, 'the device is linked')
  return { ...linked, key: ['-i', key.path] }
}

const presence = (test: TestGateway): unknown[] => test.server.callsTo(/presence/)
const online = { online: [testUid], offline: [] }
const offline = { online: [], offline: [testUid] }

describe('the gateway', () => {
  it('carries a session over a link that a device dialled', async () => {
    await using test = await createTestGateway()
    const { key } = await withDevice(test)
    const done = await test.ssh.run(user, ['echo here; exit 3'], key)
    expect({ ...done, stdout: done.stdout.toString() }).toMatchObject({ code: 3, stdout: 'here\n' })
    expect(presence(test)).toEqual([online])
  })

  it('lets a copy go on when the link is cut and comes back', async () => {
    await using test = await createTestGateway()
    await using relay = await createRelay(test.httpPort)
    const { key } = await withDevice(test, relay.port)
    const child = test.ssh.start(user, ['seq 1 3000000; sleep 1; seq 1 1000000'], key)
    const hash = createHash('sha256')
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      hash.update(chunk)
    })
    const done = finished(child)
    await until(() => bytes > 1_000_000, 'the copy runs')
    relay.cut()
    setTimeout(() => relay.mend(), 1000)
    expect(await done).toMatchObject({ code: 0 })
    const expected = createHash('sha256')
    for (const last of [3_000_000, 1_000_000]) for (let i = 1; i <= last; i += 1) expected.update(`${i}\n`)
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
  }, 30_000)

  it('tells the server at once that a device has left', async () => {
    await using test = await createTestGateway()
    await using relay = await createRelay(test.httpPort)
    await withDevice(test, relay.port)
    await until(() => presence(test).length === 1, 'the arrival is told')
    relay.cut()
    await until(() => presence(test).length === 2, 'the departure is told', 3)
    expect(presence(test)).toEqual([online, offline])
  })

  it('keeps a device online when a newer connection takes over', async () => {
    await using test = await createTestGateway()
    const older = await withDevice(test)
    const child = test.ssh.start(user, ['sleep 60'], older.key)
    const done = finished(child)
    await until(() => older.device()?.running.size === 1, 'a program runs on the older link')
    const newer = test.dialIn()
    await until(() => newer.device() !== undefined, 'the newer link stands')
    expect((await done).code).toBe(255)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const told = presence(test).flat()
    expect(told.at(-1)).toEqual(online)
    older.agent[Symbol.dispose]()
    expect(await test.ssh.run(user, ['true'], older.key)).toMatchObject({ code: 0 })
  })

  it('ends sessions and link of a device that was removed', async () => {
    await using test = await createTestGateway()
    const { key, device, waits } = await withDevice(test)
    const done = finished(test.ssh.start(user, ['sleep 60'], key))
    await until(() => device()?.running.size === 1, 'the program runs')
    test.server.bus.publish('device.revoked', { uid: testUid, removed: true })
    expect((await done).stderr).toContain('the device was removed')
    await until(() => waits.length > 0, 'the agent is told')
    expect(waits[0]).toMatch(/revoked/)
  })

  it('ends the sessions, not the link, of a device that is no longer accepted', async () => {
    await using test = await createTestGateway()
    const { key, device } = await withDevice(test)
    const done = finished(test.ssh.start(user, ['sleep 60'], key))
    await until(() => device()?.running.size === 1, 'the program runs')
    test.server.bus.publish('device.revoked', { uid: testUid, removed: false })
    expect((await done).stderr).toContain('no longer accepted')
    expect(await test.ssh.run(user, ['true'], key)).toMatchObject({ code: 0 })
  })

  it('ends the session that somebody closes in the console', async () => {
    await using test = await createTestGateway()
    const { key, device } = await withDevice(test)
    const done = finished(test.ssh.start(user, ['sleep 60'], key))
    await until(() => device()?.running.size === 1, 'the program runs')
    const [created] = test.server.callsTo(/sessions$/) as { uid: SessionUid }[]
    test.server.bus.publish('session.close', { uid: created?.uid ?? ('' as SessionUid), deviceUid: testUid })
    expect((await done).stderr).toContain('somebody closed the session')
    await until(() => test.server.callsTo(/finish/).length === 1, 'the row is closed')
  })

  it('drains: refuses new links, gives sessions a grace, closes their rows, sends agents off', async () => {
    await using test = await createTestGateway({ drainSeconds: 0.5 })
    const { key, device, waits } = await withDevice(test)
    const done = finished(test.ssh.start(user, ['sleep 60'], key))
    const short = test.ssh.run(user, ['sleep 0.2; echo finished'], key)
    await until(() => device()?.running.size === 2, 'the programs run')
    await test.gateway.drain()
    expect((await short).stdout.toString()).toBe('finished\n')
    expect((await done).stderr).toContain('the server is stopping')
    expect(test.server.callsTo(/finish/)).toHaveLength(2)
    await until(() => waits.length > 0, 'the agent is told')
    expect((await upgrade(test, {})).status).toBe(503)
  })

  it('counts what happens', async () => {
    await using test = await createTestGateway()
    const { key } = await withDevice(test)
    await test.ssh.run(user, ['head -c 5000 /dev/zero'], key)
    await until(() => test.server.callsTo(/finish/).length === 1, 'the session is over')
    const text = await test.metrics.metrics()
    expect(text).toContain('sshore_links 1')
    expect(text).toContain('sshore_ssh_bytes_total{from="device"} 5000')
    expect(text).toContain('sshore_ssh_authentications_total{method="publickey",outcome="accepted"} 1')
    expect(text).toContain('sshore_ssh_connections 0')
    expect(text).toContain('sshore_ssh_sessions 0')
  })
})

function upgrade(
  test: TestGateway,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: Record<string, unknown>
    body: string
  }>()
  const standard = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': linkSubprotocol,
    authorization: 'Bearer device-token',
  }
  const sent = request({ port: test.httpPort, path: linkPath, headers: { ...standard, ...headers } })
  sent.on('error', reject)
  sent.on('upgrade', (reply, socket) => {
    socket.destroy()
    resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: '' })
  })
  sent.on('response', (reply) => {
    let body = ''
    reply.on('data', (chunk: Buffer) => (body += chunk.toString()))
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }))
  })
  sent.end()
  return promise
}

describe('a link', () => {
  it('is taken up with a good token', async () => {
    await using test = await createTestGateway()
    expect((await upgrade(test, {})).status).toBe(101)
  })

  it.each([
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['a token of another kind', { authorization: 'Basic ZGV2aWNlLXRva2Vu' }, 401],
    ['another protocol', { 'sec-websocket-protocol': 'other' }, 426],
    ['a malformed upgrade', { 'sec-websocket-key': 'short' }, 400],
  ])('with %s is refused by status, before the upgrade', async (_, headers, status) => {
    await using test = await createTestGateway()
    const reply = await upgrade(test, headers)
    expect(reply.status).toBe(status)
    if (status !== 400) expect(JSON.parse(reply.body)).toMatchObject({ message: expect.any(String) })
  })

  it('is refused with a time to come back when the server cannot check it', async () => {
    await using test = await createTestGateway()
    test.server.answers.set('/internal/devices/authenticate', new Error('database gone'))
    const reply = await upgrade(test, {})
    expect(reply.status).toBe(503)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is refused when the device does not hold its key', async () => {
    await using test = await createTestGateway()
    const other = await createTestGateway()
    await other[Symbol.asyncDispose]()
    test.server.answers.set('/internal/devices/authenticate', {
      uid: testUid,
      public_key: other.publicKey,
      status: 'accepted',
    })
    const { waits } = test.dialIn()
    await until(() => waits.length > 0, 'the agent is refused')
    expect(waits[0]).toMatch(/proof of the device key is wrong/)
    expect(presence(test)).toEqual([])
  })
})

import { createServer as createTcpServer } from 'node:net'
import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import type { BodyOf, contract } from '@sshore/contract'
import { expect, test } from 'vitest'
import { engineInfo, startTestEngine } from '../../test-engine.ts'
import { startTestServer } from '../../test-server.ts'
import { writeState } from './holding.store.ts'

type NewConnector = BodyOf<typeof contract.createConnector>

const local = (port: number, more: Partial<NewConnector> = {}): NewConnector => ({
  enable: true,
  secure: false,
  address: '127.0.0.1',
  port,
  ...more,
})

/** The status numbers of the API are what is looked at here. */
const statusOf = async (stack: Awaited<ReturnType<typeof startTestServer>>, token: string, body: NewConnector) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request = { method: 'POST', path: '/api/connector', headers, body: JSON.stringify(body) }
  const { status, text } = await stack.server.transport(request)
  return { status, body: JSON.parse(text) as { uid: string; status: { State: boolean; Message: string } } }
}

test('a connector is created with 200 when the engine answers, and with 201 when it does not', async () => {
  await using stack = await startTestServer()
  const ana = await stack.signUp('ana')
  const port = await startTestEngine()
  const good = await statusOf(stack, ana.token, local(port))
  expect(good).toMatchObject({
    status: 200,
    body: {
      status: {
        State: true,
        Message: '',
        state: 'connected',
        message: '',
        since: new Date(stack.clock.now()).toISOString(),
      },
      tls: { ca: '', cert: '', key: '' },
    },
  })
  stack.clock.advance(1)
  const bad = await statusOf(stack, ana.token, local(1))
  expect(bad).toMatchObject({ status: 201, body: { status: { State: false, state: 'failed' } } })
  expect(bad.body.status.Message).toBe('The engine at 127.0.0.1:1 cannot be reached: nothing listens there.')
  stack.clock.advance(1)
  const off = await statusOf(stack, ana.token, local(port, { enable: false }))
  expect(off).toMatchObject({ status: 201, body: { status: { State: false, state: 'off' } } })

  const { client } = ana
  const all = await client.listConnectors()
  expect([all.headers['X-Total-Count'], all.body.map(({ enable }) => enable)]).toEqual(['3', [true, true, false]])
  expect((await client.listConnectors({ query: { enable: false } })).body).toHaveLength(1)
  const uid = all.body[0]?.uid
  if (!uid) throw new Error('There is no connector.')
  expect((await client.getConnectorInfo({ params: { uid } })).body).toEqual(engineInfo)
  const moved = (await client.updateConnector({ params: { uid }, body: { port: 1 } })).body
  expect(moved.status.State).toBe(false)
  await expect(client.getConnectorInfo({ params: { uid } })).rejects.toMatchObject({
    status: 502,
    code: 'connector_unreachable',
    message: moved.status.Message,
  })
  await client.deleteConnector({ params: { uid } })
  await expect(client.getConnector({ params: { uid } })).rejects.toMatchObject({ code: 'connector_not_found' })
})

test('what answers and is no engine is told apart from one that does not answer', async () => {
  await using stack = await startTestServer()
  const { client } = await stack.signUp('ana')
  const says = async (answer: string) => {
    const peer = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(answer)
    })
    peer.listen(0, '127.0.0.1').unref()
    await once(peer, 'listening')
    const address = peer.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { body } = await client.createConnector({ body: local(port) })
    await client.deleteConnector({ params: { uid: body.uid } })
    return body.status.Message.replaceAll(/127\.0\.0\.1:\d+/g, 'HERE')
  }
  const json = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  expect(await says('SSH-2.0-OpenSSH_9.2\r\n')).toBe(
    'What answers at HERE is not an engine: it does not speak HTTP as one does.',
  )
  expect(await says(json('{"secret":"of another service"}'))).toBe(
    'What answers at HERE is not an engine: it does not count containers.',
  )
  expect(await says(json('<html>'))).toBe('What answers at HERE is not an engine: its answer makes no sense.')
  expect(await says('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{')).toContain('broke off')
  expect(await says('HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\n\r\n<html>')).toBe(
    'What answers at HERE is not an engine (status 403).',
  )
  expect(await says('')).toBe('The engine at HERE closed the connection without an answer.')
})

test('nobody makes the server connect to where whoever runs it does not allow', async () => {
  await using stack = await startTestServer({ connectorAllowPrivate: false, connectorSockets: ['/run/one.sock'] })
  const { client } = await stack.signUp('ana')
  const connect = (address: string) => client.createConnector({ body: { enable: true, secure: false, address } })
  const refused = '127.0.0.1 10.0.0.1 [::1] ::1 169.254.169.254 localhost localhost. engine.local unix:///run/two.sock'
  for (const address of [...refused.split(' '), 'unix:///run/one.sock/../two.sock', 'metadata.google.internal']) {
    await expect(connect(address), address).rejects.toMatchObject({ code: 'connector_address', fields: ['address'] })
  }
  for (const address of ['2130706433', 'http://engine', 'engine/..', 'a b', 'unix://relative']) {
    const failure: { status?: number; body?: object } = await connect(address).catch(
      (error: unknown) => error as object,
    )
    // A number is a name to sockets, and what it stands for is looked at when it is resolved.
    if (address === '2130706433') expect(JSON.stringify(failure)).toContain('private address')
    else expect(failure.status, address).toBe(400)
  }
  // The controls: the socket that is allowed, and a public host, are tried.
  const { body } = await connect('unix:///run/one.sock')
  expect(body.status.Message).toBe('The engine at /run/one.sock cannot be reached: there is no such socket.')
})

test('TLS wants certificates that fit together, and the private key is never shown', async () => {
  await using stack = await startTestServer()
  const { client } = await stack.signUp('ana')
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const attempts = [undefined, { ca: '', cert: '', key: '' }, { ca: 'x', cert: 'y', key }, { ca: key, cert: key, key }]
  for (const tls of attempts) {
    const body = local(1, { secure: true, ...(tls ? { tls } : {}) })
    await expect(client.createConnector({ body })).rejects.toMatchObject({
      code: 'connector_tls',
      fields: ['secure', 'tls'],
    })
  }
})

test('observers see connectors and cannot change them; a namespace has a limited number', async () => {
  await using stack = await startTestServer()
  const { client, tenantId } = await stack.signUp('ana')
  const bob = await stack.signUp('bob')
  await stack.internal.addMemberByName({ params: { name: 'ana' }, body: { user: 'bob', role: 'operator' } })
  const { body } = await bob.client.switchNamespace({ params: { tenant: tenantId } })
  const operator = stack.as(body.token)
  for (let count = 0; count < 20; count += 1) await client.createConnector({ body: local(1, { enable: false }) })
  await expect(client.createConnector({ body: local(1) })).rejects.toMatchObject({ code: 'connector_limit' })
  expect((await operator.listConnectors()).headers['X-Total-Count']).toBe('20')
  await expect(operator.createConnector({ body: local(1) })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a connector is in a state since it came into it, however often and for whatever reasons it fails', async () => {
  await using stack = await startTestServer()
  const { client } = await stack.signUp('ana')
  const { uid } = (await client.createConnector({ body: local(1) })).body
  await using open = await stack.openDatabase()
  const find = () => open.database.selectFrom('connectors').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
  await open.database.updateTable('connectors').set({ state_since: 1000 }).execute()
  for (const [state, now, since] of [
    ['failed', 2000, 1000],
    ['connected', 3000, 3000],
    ['failed', 4000, 4000],
  ] as const) {
    await writeState(open.database, await find(), { state, message: String(now) }, now)
    expect(await find()).toMatchObject({ state, message: String(now), state_since: since })
  }
})

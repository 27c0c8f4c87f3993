// What the device itself refuses and bounds, whatever its gateway asks for.
import { type AddressInfo, connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { everyForwarding, type StreamHeader } from '@sshore/contract'
import type { Link } from '@sshore/link'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialThrough, logIn, openForwarding, until } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from '../testing/gateway.ts'

let gateway: TestGateway
let agent: TestAgent
let link: Link
const self = userInfo().username

beforeAll(async () => {
  gateway = await startTestGateway()
  agent = startTestAgent({ address: gateway.address })
  link = await gateway.link()
})
afterAll(async () => {
  await agent[Symbol.asyncDispose]()
  await gateway[Symbol.asyncDispose]()
})

type Asked = Exclude<StreamHeader, { kind: 'login' | 'session' | 'dial' }>

test.each([
  ['allow_local_forwarding', { local: false }, undefined],
  ['allow_remote_forwarding', { remote: false }, { kind: 'listen', address: 'loopback', port: 0 }],
  ['allow_socket_forwarding', { socket: false }, { kind: 'dial-socket', path: '/run/x' }],
  ['allow_socket_forwarding', { socket: false }, { kind: 'listen-socket', path: '/tmp/x' }],
  ['allow_agent_forwarding', { agent: false }, { kind: 'ssh-agent' }],
] as const)('what %s switches off is refused by the device too', async (setting, denied, asked) => {
  const login = await logIn(link, self, undefined, { ...everyForwarding, ...denied })
  const header = asked && ({ ...asked, login: login.stream.id } satisfies Asked)
  const stream = header ? openForwarding(link, header) : dialThrough(link, login, '127.0.0.1', 9)
  const { reason, detail } = await stream.closed
  expect(reason).toBe('not_permitted')
  expect(detail).toContain(setting)
  login.stream.close()
})

test('a connection to a listening port waits until it is taken, and only once', async () => {
  const login = await logIn(link, self)
  const listener = openForwarding(link, { kind: 'listen', login: login.stream.id, address: '127.0.0.1', port: 0 })
  const listening = await until('it listens', () => listener.messages[0])
  const port = listening.type === 'listening' ? listening.port : 0
  const socket = connect(port, '127.0.0.1')
  socket.write('waiting')
  const told = await until('it is told', () => listener.messages[1])
  expect(told).toMatchObject({ type: 'connection', connection: 1, origin: { address: '127.0.0.1' } })
  const accept = { kind: 'accept', login: login.stream.id, listener: listener.stream.id, connection: 1 } as const
  const taken = openForwarding(link, accept)
  await until('its bytes come', () => taken.output() === 'waiting')
  const again = openForwarding(link, accept)
  expect(await again.closed).toMatchObject({ reason: 'not_found' })
  login.stream.close()
  expect(await taken.closed).toMatchObject({ reason: 'closed' })
  socket.destroy()
})

test('one login cannot take a connection of another', async () => {
  const [one, other] = [await logIn(link, self), await logIn(link, self)]
  const listener = openForwarding(link, { kind: 'listen', login: one.stream.id, address: '127.0.0.1', port: 0 })
  const listening = await until('it listens', () => listener.messages[0])
  const socket = connect(listening.type === 'listening' ? listening.port : 0, '127.0.0.1')
  await until('it is told', () => listener.messages[1])
  const stolen = { kind: 'accept', login: other.stream.id, listener: listener.stream.id, connection: 1 } as const
  expect(await openForwarding(link, stolen).closed).toMatchObject({ reason: 'not_found' })
  expect(socket.readyState).toBe('open')
  for (const login of [one, other]) login.stream.close()
  socket.destroy()
})

test('streams of one login are bounded, and those of others are not touched', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [greedy, other] = [await logIn(link, self), await logIn(link, self)]
  const dials = Array.from({ length: 1030 }, () => dialThrough(link, greedy, '127.0.0.1', port))
  const refused = await dials.at(-1)?.closed
  expect(refused).toMatchObject({ reason: 'refused' })
  expect(refused?.detail).toContain('more than 1024')
  const fine = dialThrough(link, other, '127.0.0.1', port)
  expect(await until('the other is served', () => fine.messages[0])).toEqual({ type: 'opened' })
  for (const login of [greedy, other]) login.stream.close()
  await Promise.all(dials.map(({ closed }) => closed))
  server.close()
})

import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Link } from '@sshore/link'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Conversation, dialThrough, logIn, until } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from '../testing/gateway.ts'
import { userInfo } from 'node:os'

let gateway: TestGateway
let agent: TestAgent
let link: Link
let login: Conversation
let echo: Server
let port: number

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

beforeAll(async () => {
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => socket.write(chunk))
    socket.on('end', () => socket.end('bye'))
  })
  await listen(echo)
  port = portOf(echo)
  gateway = await startTestGateway()
  agent = startTestAgent({ address: gateway.address })
  link = await gateway.link()
  login = await logIn(link, userInfo().username)
})
afterAll(async () => {
  await agent[Symbol.asyncDispose]()
  await gateway[Symbol.asyncDispose]()
  echo.close()
})

test('bytes go both ways, and each direction ends on its own', async () => {
  const dialled = dialThrough(link, login, '127.0.0.1', port)
  dialled.stream.write(new TextEncoder().encode('hello '))
  await until('the echo', () => dialled.output() === 'hello ')
  expect(dialled.messages).toEqual([{ type: 'opened' }])
  dialled.stream.end()
  await until('the answer to the end', () => dialled.output() === 'hello bye')
  dialled.stream.close()
  expect(await dialled.closed).toEqual({ reason: undefined, detail: '' })
})

test('a name is resolved on the device', async () => {
  const dialled = dialThrough(link, login, 'localhost', port)
  await until('opened', () => dialled.messages[0])
  dialled.stream.reset('closed')
})

test('a refused connection says so', async () => {
  const closed = createServer()
  await listen(closed)
  const free = portOf(closed)
  await new Promise((resolve) => closed.close(resolve))
  const dialled = dialThrough(link, login, '127.0.0.1', free)
  expect(await dialled.closed).toEqual({ reason: 'connect_failed', detail: 'Connection refused' })
})

test('a name that does not exist says so', async () => {
  const dialled = dialThrough(link, login, 'no-such-host.invalid', 80)
  expect(await dialled.closed).toMatchObject({ reason: 'connect_failed' })
})

test('a megabyte comes back whole', async () => {
  const dialled = dialThrough(link, login, '127.0.0.1', port)
  const block = new Uint8Array(16_384).fill(97)
  for (let count = 0; count < 64; count += 1) dialled.stream.write(block)
  await until('all of it', () => dialled.bytes.main === 64 * block.length)
  dialled.stream.reset('closed')
})

test('a sender that nobody reads is held back', async () => {
  let sent = 0
  const source = createServer((socket) => {
    const block = Buffer.alloc(65_536)
    const pour = () => {
      for (sent += block.length; socket.write(block);) sent += block.length
      socket.once('drain', pour)
    }
    socket.on('error', () => undefined)
    pour()
  })
  await listen(source)
  const dialled = dialThrough(link, login, '127.0.0.1', portOf(source))
  dialled.reading = false
  await until('the first bytes', () => dialled.bytes.main > 0)
  await new Promise((resolve) => setTimeout(resolve, 700))
  const before = sent
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sent).toBe(before)
  dialled.stream.reset('closed')
  source.close()
})

test('connections end with the login', async () => {
  const own = await logIn(link, userInfo().username)
  const ended = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('close', () => ended.resolve())
    socket.on('error', () => undefined)
    socket.resume()
  })
  await listen(server)
  const dialled = dialThrough(link, own, '127.0.0.1', portOf(server))
  await until('opened', () => dialled.messages[0])
  own.stream.close()
  expect(await dialled.closed).toMatchObject({ reason: 'closed' })
  await ended.promise
  server.close()
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Client } from 'ssh2'
import { describe, expect, it } from 'vitest'
import { ssh2 } from '../stock-agents/ssh2-library.ts'
import { createTestStack, registerKey, type TestStack, until } from '../test-stack.ts'

const soon = { identSeconds: 0.3, keyExchangeSeconds: 0.3, loginSeconds: 1, probeSeconds: 30, probesMost: 4 }

async function dial(stack: TestStack): Promise<Socket> {
  const socket = connect(stack.portNumber, '127.0.0.1')
  socket.on('error', () => undefined)
  // Read, or the end would not be seen.
  socket.resume()
  await once(socket, 'connect')
  return socket
}

/** The server may reset a socket that still speaks: `once` would take that for a failure. */
const ended = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()))

const reasons = (stack: TestStack): unknown[] =>
  stack.logged.filter((line) => line['msg'] === 'connection ended').map((line) => line['reason'])

async function gone(stack: TestStack): Promise<void> {
  await until(() => stack.port.size === 0, 'no connection is left', 5)
}

describe('a hostile client', () => {
  it('that says nothing is cut off', async () => {
    await using stack = await createTestStack({ deadlines: soon })
    const socket = await dial(stack)
    await ended(socket)
    await gone(stack)
    expect(reasons(stack)).toEqual(['no identification in time'])
  })

  it('that identifies itself and falls silent is cut off', async () => {
    await using stack = await createTestStack({ deadlines: soon })
    const socket = await dial(stack)
    socket.write('SSH-2.0-Sleepy\r\n')
    await ended(socket)
    expect(reasons(stack)).toEqual(['no key exchange in time'])
  })

  it('that feeds its identification byte by byte is cut off', async () => {
    await using stack = await createTestStack({ deadlines: soon })
    const socket = await dial(stack)
    const drip = setInterval(() => socket.write('S'), 20)
    await ended(socket)
    clearInterval(drip)
    await gone(stack)
    expect(reasons(stack)).toEqual(['no identification in time'])
  })

  it('that never logs in is sent off', async () => {
    await using stack = await createTestStack({ deadlines: soon })
    const client = new ssh2.Client()
    const ended = closed(client)
    client.on('error', () => undefined)
    // An agent that never answers keeps the login open.
    client.connect({
      host: '127.0.0.1',
      port: stack.portNumber,
      username: 'root@home.pi',
      authHandler: () => undefined,
    })
    await ended
    await gone(stack)
    expect(reasons(stack)).toEqual(['not logged in in time'])
  })

  it.each([
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['noise', randomBytes(5000)],
    ['an endless first line', Buffer.alloc(20_000, 'S')],
    ['an old protocol version', Buffer.from('SSH-1.5-Old\r\n')],
    [
      'a giant packet',
      Buffer.concat([Buffer.from('SSH-2.0-X\r\n'), Buffer.from([0x7f, 0xff, 0xff, 0xff, 4]), randomBytes(64)]),
    ],
    ['a negative packet length', Buffer.concat([Buffer.from('SSH-2.0-X\r\n'), Buffer.alloc(64, 0xff)])],
    ['an empty packet', Buffer.concat([Buffer.from('SSH-2.0-X\r\n'), Buffer.alloc(64)])],
    ['noise after the identification', Buffer.concat([Buffer.from('SSH-2.0-X\r\n'), randomBytes(100_000)])],
  ])('that sends %s is closed with one line in the log', async (_, bytes) => {
    await using stack = await createTestStack({ deadlines: soon })
    const socket = await dial(stack)
    socket.write(bytes)
    await ended(socket)
    await gone(stack)
    expect(reasons(stack)).toHaveLength(1)
    expect(stack.logged.filter((line) => Number(line['level']) >= 50)).toEqual([])
  })

  it('in a thousand copies takes a bounded number of places and leaves none behind', async () => {
    const limits = { total: 500, anonymous: 100, anonymousPerSource: 50 }
    await using stack = await createTestStack({ limits })
    const sockets = Array.from({ length: 1000 }, () => connect(stack.portNumber, '127.0.0.1'))
    let refused = 0
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.on('data', (text) => (refused += Number(text.includes('Too many'))))
    }
    await until(() => refused === 950, 'the rest is refused')
    expect(stack.port.size).toBe(50)
    for (const socket of sockets) socket.destroy()
    await gone(stack)
    const key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
    expect(await stack.ssh.run('root@home.pi', ['true'], ['-i', key.path])).toMatchObject({ code: 0 })
  })

  it.each([
    ['opens a channel', (protocol: RawProtocol) => protocol.session(0, 1_000_000, 32_768)],
    ['sends channel data', (protocol: RawProtocol) => protocol.channelData(0, Buffer.from('x'))],
    ['asks for a forward', (protocol: RawProtocol) => protocol.tcpipForward('', 80, true)],
  ])('that %s before its login is thrown out', async (_, attack) => {
    await using stack = await createTestStack()
    const client = new ssh2.Client()
    const ended = closed(client)
    client.on('error', () => undefined)
    client.on('handshake', () => attack(rawProtocol(client)))
    client.connect({
      host: '127.0.0.1',
      port: stack.portNumber,
      username: 'root@home.pi',
      authHandler: () => undefined,
    })
    await ended
    await gone(stack)
    expect(reasons(stack)[0]).toMatch(/before login/)
    expect(stack.device.streams.size).toBe(0)
  })

  it.each([
    [
      'sends more than its window',
      /more data than the window/,
      (protocol: RawProtocol) => {
        for (let sent = 0; sent < 200; sent += 1) protocol.channelData(0, Buffer.alloc(32_000))
      },
    ],
    [
      'writes to a channel that is not there',
      /not open/,
      (protocol: RawProtocol) => protocol.channelData(9, Buffer.from('x')),
    ],
    [
      'goes on after the end',
      /after the end/,
      (protocol: RawProtocol) => {
        protocol.channelEOF(0)
        protocol.channelData(0, Buffer.from('x'))
      },
    ],
  ])('that %s is thrown out', async (_, reason, attack) => {
    await using stack = await createTestStack()
    const client = new ssh2.Client()
    const ended = closed(client)
    client.on('error', () => undefined)
    client.on('ready', () => {
      // The program reads nothing, so that the window stays shut.
      client.exec('sleep 60', () => attack(rawProtocol(client)))
    })
    client.connect({ host: '127.0.0.1', port: stack.portNumber, username: 'root@home.pi', password: 'x' })
    await ended
    await gone(stack)
    expect(reasons(stack)[0]).toMatch(reason)
    await until(() => stack.device.running.size === 0, 'nothing runs on')
    expect(stack.device.streams.size).toBe(0)
  })

  it('that opens hundreds of channels is held to a number', async () => {
    await using stack = await createTestStack()
    const client = new ssh2.Client()
    client.on('error', () => undefined)
    const failures: string[] = []
    await new Promise<void>((resolve) => {
      client.on('ready', () => {
        for (let i = 0; i < 1100; i += 1) {
          client.forwardOut('127.0.0.1', 1, '127.0.0.1', stack.portNumber, (error) => {
            if (error) failures.push(error.message)
            if (i === 1099) resolve()
          })
        }
      })
      client.connect({ host: '127.0.0.1', port: stack.portNumber, username: 'root@home.pi', password: 'x' })
    })
    expect(failures.filter((text) => text.includes('more than 1024 channels')).length).toBeGreaterThanOrEqual(40)
    client.end()
    await until(() => stack.device.streams.size === 0, 'nothing is left on the device')
  })
})

const closed = (client: Client): Promise<void> => new Promise((resolve) => client.on('close', () => resolve()))

interface RawProtocol {
  session(channel: number, window: number, packet: number): void
  channelData(channel: number, bytes: Buffer): void
  channelEOF(channel: number): void
  tcpipForward(address: string, port: number, wantReply: boolean): void
}

/** The client's packet layer, which its public face keeps from doing harm. */
const rawProtocol = (client: Client): RawProtocol => Reflect.get(client, '_protocol') as RawProtocol

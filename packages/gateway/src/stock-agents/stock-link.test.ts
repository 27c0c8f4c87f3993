// Devices with stock agents as sessions see them, above a transport in memory and a real SSH server at its end.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Bus, DeviceUid, LoginHeader, ResetReason, StreamHeader, StreamMessage } from '@sshore/contract'
import { createUnreadMemory, type LinkStream, type UnreadMemoryPool } from '@sshore/link'
import { pino } from 'pino'
import type { Connection, ServerChannel } from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../system-clock.ts'
import { TestClock } from '../test-clock.ts'
import { until } from '../test-stack.ts'
import { hostKeyOf } from './host-key.ts'
import { SigningKeys } from './signing-keys.ts'
import { ssh2 } from './ssh2-library.ts'
import { StockLink } from './stock-link.ts'
import { createTestBus } from './test-bus.ts'

const encoding = { type: 'pkcs1', format: 'pem' } as const
const deviceKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: encoding,
  privateKeyEncoding: encoding,
})
const uid = 'a'.repeat(64) as DeviceUid

interface Heard {
  readonly stream: LinkStream
  readonly messages: StreamMessage[]
  bytes: number
  ended: boolean
  closed: { readonly reason: ResetReason | undefined; readonly detail: string } | undefined
}

function listen(link: StockLink, header: StreamHeader, consumes = true): Heard {
  const heard: Omit<Heard, 'stream'> = { messages: [], bytes: 0, ended: false, closed: undefined }
  const stream = link.open(header, {
    onData(chunk) {
      heard.bytes += chunk.length
      if (consumes) stream.consumed(chunk.length)
    },
    onMessage: (message) => void heard.messages.push(message),
    onEnd: () => void (heard.ended = true),
    onPeerClose: () => undefined,
    onDrain: () => undefined,
    onClose: (reason, detail) => void (heard.closed = { reason, detail }),
  })
  return Object.assign(heard, { stream })
}

const endpoint = { address: '127.0.0.1', port: 1 }
const forwarding = { local: true, remote: true, socket: true, agent: true }
const login: LoginHeader = {
  kind: 'login',
  username: 'root',
  proof: { kind: 'password', password: 'right' },
  sessionUid: 's1',
  client: endpoint,
  server: endpoint,
  forwarding,
}

describe('a device with a stock agent', () => {
  let link: StockLink
  let dialled: Socket[]
  let held: DisposableStack
  let clock: TestClock
  let serve: (connection: Connection) => void
  let bus: Bus
  let closedSessions: string[]
  let unread: UnreadMemoryPool
  const transport = {
    open: true,
    onClose: (_reason: string): void => undefined,
    close: (_reason: string): void => undefined,
  }

  beforeEach(() => {
    dialled = []
    held = new DisposableStack()
    closedSessions = []
    clock = new TestClock()
    unread = createUnreadMemory({ tenantBytes: 16 * 1024 * 1024 })
    bus = createTestBus()
    serve = () => undefined
    const server = new ssh2.Server({ hostKeys: [deviceKey.privateKey], ident: 'Go' }, (connection) => {
      connection.on('error', () => undefined)
      connection.on('authentication', (context) => {
        if (context.method === 'password' && context.password === 'right') context.accept()
        else context.reject(['password', 'publickey'])
      })
      serve(connection)
    })
    const tcp = createServer((socket) => {
      dialled.push(socket)
      server.injectSocket(socket)
    })
    tcp.listen(0, '127.0.0.1')
    held.defer(() => void tcp.close())
    // Real sockets: the library does not bear to be answered within a write, as a pair in memory does.
    const dialSsh = async (): Promise<Duplex> => {
      if (!tcp.listening) await once(tcp, 'listening')
      const address = tcp.address()
      const near = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
      near.on('error', () => undefined)
      await once(near, 'connect')
      return near
    }
    const closeSession = (session: string): Promise<void> => {
      closedSessions.push(session)
      return Promise.resolve()
    }
    link = new StockLink('test', {
      uid,
      transport: { ...transport, dialSsh, dialHost: dialSsh, closeSession },
      hostKey: hostKeyOf(deviceKey.publicKey),
      signingKeys: new SigningKeys(bus),
      unread: unread.of('home'),
      clock,
      log: pino({ level: 'silent' }),
      version: '1.0.0-test',
    })
  })
  afterEach(() => {
    link.close(0, 'the test is over')
    for (const socket of dialled) socket.destroy()
    held.dispose()
  })

  async function logIn(): Promise<Heard> {
    const heard = listen(link, login)
    await until(() => heard.messages.length > 0 || heard.closed !== undefined, 'the login is answered')
    expect(heard.messages[0]).toMatchObject({ type: 'login-accepted' })
    return heard
  }
  const session = (of: Heard, consumes = true): Heard =>
    listen(
      link,
      { kind: 'session', login: of.stream.id, program: { kind: 'exec', command: 'x' }, environment: {} },
      consumes,
    )
  const onExec = (run: (channel: ServerChannel) => void) => (connection: Connection) => {
    connection.on('session', (accept) => {
      accept().on('exec', (begin) => run(begin()))
    })
  }

  it('lets in, and refuses a wrong password', async () => {
    await logIn()
    const wrong = listen(link, { ...login, proof: { kind: 'password', password: 'wrong' } })
    await until(() => wrong.closed !== undefined, 'the login is refused')
    expect(wrong.messages).toEqual([{ type: 'login-refused', reason: 'wrong_credentials', detail: '' }])
  })

  it('serves nothing that such agents cannot do, and nothing without a login', async () => {
    const { stream } = await logIn()
    const listening = listen(link, { kind: 'listen', login: stream.id, address: 'loopback', port: 0 })
    const orphan = listen(link, {
      kind: 'session',
      login: 99,
      program: { kind: 'shell' },
      environment: {},
    })
    await until(() => listening.closed !== undefined && orphan.closed !== undefined, 'both are refused')
    expect(listening.closed?.reason).toBe('not_permitted')
    expect(orphan.closed?.reason).toBe('not_found')
  })

  it('is broken off when it sends more than its window while nobody reads', async () => {
    serve = onExec((channel) => {
      // As if the other side had given room without end.
      const outgoing: unknown = Reflect.get(channel, 'outgoing')
      if (typeof outgoing === 'object' && outgoing) Object.assign(outgoing, { window: 2 ** 31 })
      channel.on('error', () => undefined)
      // Odd, so that the window is not used up exactly: the library itself drops what comes then.
      for (let index = 0; index < 40; index += 1) channel.write(Buffer.alloc(1024 * 1024 + 1))
    })
    const heard = session(await logIn(), false)
    await until(() => heard.closed !== undefined, 'the stream is broken off')
    expect(heard.closed?.detail).toBe('the agent sent more than it was allowed')
    expect(heard.bytes).toBeLessThan(1024 * 1024)
  })

  it('hands on tiny packets together while nobody reads them, all of them once somebody does', async () => {
    const total = 20_000
    serve = onExec((channel) => {
      channel.on('error', () => undefined)
      for (let sent = 0; sent < total; sent += 1) channel.write(Buffer.of(sent % 251))
      channel.stderr.write('x')
      channel.exit(0)
      channel.end()
    })
    const { stream: of } = await logIn()
    const kept: Uint8Array[] = []
    let ended = false
    const program = { kind: 'exec', command: 'x' } as const
    const stream = link.open(
      { kind: 'session', login: of.id, program, environment: {} },
      {
        onData: (chunk, lane) => void (lane === 0 && kept.push(chunk)),
        onMessage: () => undefined,
        onEnd: () => void (ended = true),
        onDrain: () => undefined,
        onClose: () => undefined,
      },
    )
    await until(() => ended, 'all of it is here')
    expect(kept.length).toBeLessThan(100)
    expect(kept.reduce((sum, chunk) => sum + chunk.buffer.byteLength, 0)).toBeLessThan(20 * total)
    const bytes = Buffer.concat(kept)
    expect(bytes.every((byte, at) => byte === at % 251)).toBe(true)
    expect(bytes).toHaveLength(total)
    stream.close()
  })

  it('holds no more unread output than its namespace may, and gives up the session that has most of it', async () => {
    serve = onExec((channel) => {
      channel.on('error', () => undefined)
      const next = (failure?: Error | null): void => {
        if (!failure) channel.write(Buffer.alloc(64 * 1024), next)
      }
      next()
    })
    const of = await logIn()
    const sessions = Array.from({ length: 8 }, () => session(of, false))
    await until(() => sessions.some(({ closed }) => closed !== undefined), 'one is given up')
    expect(sessions.find(({ closed }) => closed)?.closed).toEqual({
      reason: 'refused',
      detail: 'too much that nobody reads is kept for the devices of this namespace',
    })
    expect(of.closed).toBeUndefined()
    expect(unread.usedBytes).toBeLessThanOrEqual(16 * 1024 * 1024)
    of.stream.close()
    expect(unread.usedBytes).toBe(0)
  })

  it('stops a program that nobody reads, and goes on when somebody does', async () => {
    const bytes = 8 * 1024 * 1024
    let written = 0
    serve = onExec((channel) => {
      channel.on('error', () => undefined)
      const next = (): void => {
        if (written >= bytes) {
          channel.exit(0)
          channel.end()
          return
        }
        written += 64 * 1024
        channel.write(Buffer.alloc(64 * 1024), next)
      }
      next()
    })
    const heard = session(await logIn(), false)
    await until(() => heard.bytes > 256 * 1024, 'some of it has come')
    const before = await settled(() => written)
    expect(before).toBeLessThan(6 * 1024 * 1024)
    let given = 0
    await until(() => {
      heard.stream.consumed(heard.bytes - given)
      given = heard.bytes
      return heard.ended
    }, 'all of it has come')
    expect(heard.bytes).toBe(bytes)
    expect(heard.messages.at(-1)).toEqual({ type: 'exit-status', code: 0 })
  })

  it('tells of the writer no more than the connection holds when the agent reads nothing', async () => {
    serve = onExec((channel) => {
      channel.pause()
      channel.on('error', () => undefined)
    })
    const heard = session(await logIn())
    await until(() => heard.messages.length > 0, 'the program runs')
    let taken = 0
    while (heard.stream.write(Buffer.alloc(64 * 1024))) taken += 64 * 1024
    expect(taken).toBeLessThan(4 * 1024 * 1024)
  })

  it('is handed tiny chunks together when it did not take them at once, all of them in the end', async () => {
    let channel: ServerChannel | undefined
    serve = onExec((opened) => {
      channel = opened
      opened.pause()
      opened.on('error', () => undefined)
    })
    const heard = session(await logIn())
    const tiny = 50_000
    const bulk = 5 * 1024 * 1024
    let sent = 0
    const write = (bytes: number): void => {
      heard.stream.write(Uint8Array.from({ length: bytes }, () => (sent = (sent + 1) % 251)))
    }
    // Before there is a channel, and behind more than its window has room for.
    for (let count = 0; count < tiny; count += 1) write(1)
    await until(() => channel !== undefined, 'the program runs')
    write(bulk)
    for (let count = 0; count < tiny; count += 1) write(1)
    heard.stream.end()
    const taken: Buffer[] = []
    let ended = false
    channel?.on('data', (chunk: Buffer) => taken.push(chunk)).on('end', () => (ended = true))
    channel?.resume()
    await until(() => ended, 'all of it is there')
    const bytes = Buffer.concat(taken)
    expect(bytes).toHaveLength(2 * tiny + bulk)
    expect(bytes.every((byte, at) => byte === (at + 1) % 251)).toBe(true)
    expect(taken.length).toBeLessThan(1000)
  })

  it('that never opens a channel is not waited for without end', async () => {
    const of = await logIn()
    const heard = session(of)
    await clock.pass(39)
    expect(heard.closed).toBeUndefined()
    await clock.pass(1)
    await until(() => heard.closed !== undefined, 'the program is given up')
    expect(heard.closed).toEqual({ reason: 'fault', detail: 'the agent gave no answer for 40 seconds' })
  })

  it('is asked to close a session whose connection it does not give up', async () => {
    const heard = await logIn()
    dialled[0]?.pause()
    heard.stream.close()
    await clock.pass(5)
    expect(closedSessions).toEqual(['s1'])
  })

  it('has its streams lost with the connection, and told why', async () => {
    serve = onExec(() => undefined)
    const of = await logIn()
    const heard = session(of)
    await until(() => heard.messages.length > 0, 'the program runs')
    dialled[0]?.destroy()
    await until(() => heard.closed !== undefined && of.closed !== undefined, 'both are lost')
    expect(heard.closed).toEqual({ reason: 'link_lost', detail: 'the agent closed the connection' })
  })
})

/** The value once it has stopped changing. */
async function settled(value: () => number): Promise<number> {
  let last = -1
  let since = systemClock.now()
  await until(() => {
    if (value() !== last) {
      last = value()
      since = systemClock.now()
    }
    return systemClock.now() - since > 200
  }, 'it stands still')
  return last
}

// What a browser may send, and what becomes of one that sends something else.
import { once } from 'node:events'
import { type UserId, webTerminal, webTerminalClose, webTerminalPath, webTerminalSubprotocol } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../system-clock.ts'
import { createTestGateway, type TestGateway } from '../test-gateway.ts'
import { testTenant, testUid } from '../test-server-api.ts'
import { until } from '../test-stack.ts'

const size = { columns: 80, rows: 24 }
const ticket = {
  ...{ user_id: 'a'.repeat(24), tenant_id: testTenant, token_version: 1 },
  ...{ device_uid: testUid, username: 'somebody', proof: { kind: 'password', password: 'right' } },
}
const open = { type: 'open', ticket: 'x'.repeat(43), ...size }
/** Two minutes are over soon. */
const shortWait = {
  now: () => systemClock.now(),
  after: (milliseconds: number, callback: () => void) =>
    systemClock.after(milliseconds === webTerminal.resumeSeconds * 1000 ? 100 : milliseconds, callback),
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway({ clock: shortWait, attempts: { failuresMost: 1000 } })
  gateway.server.answers.set('/internal/web-terminal/redeem', { outcome: 'good', ticket })
  gateway.server.answers.set('/internal/web-terminal/check', { allowed: true })
  const device = gateway.dialIn()
  await until(() => device.device() !== undefined, 'the device is linked')
})
afterAll(() => gateway[Symbol.asyncDispose]())

interface Browser extends Disposable {
  readonly socket: WebSocket
  readonly texts: string[]
  readonly shown: () => string
  readonly code: () => number | undefined
  send(message: object | string | Buffer): void
}

async function browser(port = gateway.httpPort): Promise<Browser> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${webTerminalPath}`, webTerminalSubprotocol)
  const texts: string[] = []
  const shown: Buffer[] = []
  let code: number | undefined
  socket.on('message', (content: Buffer, isBinary: boolean) => {
    if (isBinary) shown.push(content)
    else texts.push(content.toString())
  })
  socket.on('close', (closed) => (code = closed))
  await once(socket, 'open')
  socket.on('error', () => undefined)
  return {
    socket,
    texts,
    shown: () => Buffer.concat(shown).toString(),
    code: () => code,
    send: (message) => {
      const isRaw = typeof message === 'string' || Buffer.isBuffer(message)
      socket.send(isRaw ? message : JSON.stringify(message))
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}

async function opened(): Promise<Browser> {
  const one = await browser()
  one.send(open)
  await until(() => one.texts.some((text) => text.includes('"ready"')), 'it is ready')
  return one
}

/** What it is told of some type. */
const toldOf = ({ texts }: Browser, type: string): string | undefined =>
  texts.find((text) => text.startsWith(`{"type":"${type}"`))

describe('a browser that has not opened anything', () => {
  it.each([
    ['no JSON', '{'],
    ['a number', '7'],
    ['nothing', 'null'],
    ['a type that there is not', { type: 'dance' }],
    ['an opening without a ticket', { type: 'open', ...size }],
    ['an opening of no size', { ...open, columns: 0 }],
    ['an opening of a monstrous size', { ...open, rows: 1_000_000 }],
    ['a terminal type with escapes', { ...open, term: 'xterm\u001B[2J' }],
    ['a signature that nobody asked for', { type: 'signature', signature: 'AAAA' }],
    ['answers that nobody asked for', { type: 'answers', answers: [] }],
    ['an acknowledgement of nothing', { type: 'ack', received: 1 }],
    ['a negative acknowledgement', { type: 'ack', received: -1 }],
  ])('is sent away when it sends %s', async (_, message) => {
    using one = await browser()
    one.send(message)
    await until(() => one.code() !== undefined, 'it is closed')
    expect(toldOf(one, 'error')).toContain('bad_message')
    expect(one.code()).toBe(webTerminalClose.protocol)
  })

  it('is cut off when it sends a message that is too large', async () => {
    using one = await browser()
    one.send(Buffer.alloc(webTerminal.messageBytes + 1))
    await until(() => one.code() !== undefined, 'it is closed')
    expect(one.code()).toBe(1009)
  })
})

describe('a browser with a terminal', () => {
  it.each([
    ['acknowledges what it was not sent', { type: 'ack', received: 1_000_000 }],
    ['opens another one', open],
    ['sends what is not understood', '{"type":"resize","columns":"many"}'],
  ])('is sent away when it %s, and its session waits', async (_, message) => {
    using one = await opened()
    one.send(message)
    await until(() => one.code() !== undefined, 'it is closed')
    expect(one.code()).toBe(webTerminalClose.protocol)
  })

  it('types, is shown what the program says, and hears how it ended', async () => {
    using one = await opened()
    one.send(Buffer.from('echo hello; exit 4\n'))
    await until(() => one.code() !== undefined, 'it is closed')
    expect(one.shown()).toBe('hello\n')
    expect(toldOf(one, 'exit')).toContain('"code":4')
    expect(gateway.server.callsTo(/^\/internal\/sessions$/).at(-1)).toMatchObject({
      type: 'web',
      term: 'xterm-256color',
    })
  })

  it('may not have more input on the way than its window', async () => {
    using one = await opened()
    // A program that reads nothing.
    one.send(Buffer.from('exec sleep 60\n'))
    for (let sent = 0; sent < 8 * 1024 * 1024; sent += webTerminal.messageBytes) {
      one.send(Buffer.alloc(webTerminal.messageBytes, 'y'))
    }
    await until(() => one.code() !== undefined, 'it is closed')
    expect(toldOf(one, 'error')).toContain('more input than it may')
  })

  it('has so many and not more', { timeout: 60_000 }, async () => {
    using all = new DisposableStack()
    for (let count = 0; count < webTerminal.sessionsMost; count += 1) all.use(await opened())
    using one = await browser()
    one.send(open)
    await until(() => one.code() !== undefined, 'it is closed')
    expect(toldOf(one, 'error')).toContain('too_many_sessions')
  })

  it('that does not come back loses its session', async () => {
    const { server } = gateway
    const before = server.callsTo(/\/finish$/).length
    const one = await opened()
    one.socket.terminate()
    await until(() => server.callsTo(/\/finish$/).length > before, 'the row is closed')
  })

  it('ends it by leaving', async () => {
    const before = gateway.server.callsTo(/\/finish$/).length
    using one = await opened()
    one.send({ type: 'leave' })
    await until(() => gateway.server.callsTo(/\/finish$/).length > before, 'the row is closed')
    await until(() => one.code() === webTerminalClose.ended, 'it is closed')
  })
})

describe('a terminal that has its time', () => {
  const by = { id: 'b'.repeat(24) as UserId, token_version: 4 }
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
  const openedWith = (acting: object): Promise<Browser> => {
    gateway.server.answers.set('/internal/web-terminal/redeem', { outcome: 'good', ticket: { ...ticket, ...acting } })
    return opened()
  }
  afterAll(() => {
    gateway.server.answers.set('/internal/web-terminal/redeem', { outcome: 'good', ticket })
    gateway.server.answers.set('/internal/web-terminal/check', { allowed: true })
  })

  it('ends with the hour of whoever acts as a user, and with a browser session, but not before', async () => {
    using own = await openedWith({ session: 'a month', until: inSeconds(30 * 86_400) })
    using one = await openedWith({ by, until: inSeconds(2) })
    using other = await openedWith({ session: 'a moment', until: inSeconds(2) })
    await until(() => one.code() !== undefined && other.code() !== undefined, 'they are closed')
    expect(toldOf(other, 'error')).toContain('The time is over for which you were signed in; sign in again.')
    expect(gateway.server.callsTo(/\/check$/).at(-1)).toMatchObject({ session: 'a moment' })
    expect(toldOf(one, 'error')).toContain('The time is over for which you act as this user.')
    own.send(Buffer.from('echo still here; exit\n'))
    await until(() => own.code() !== undefined, 'the other one goes on until it is left')
    expect(own.shown()).toBe('still here\n')
  })

  it('ends when whoever acts as a user may not any more', async () => {
    using own = await openedWith({})
    const end = inSeconds(3600)
    using one = await openedWith({ by, until: end })
    gateway.server.answers.set('/internal/web-terminal/check', ({ by: acting }: { by?: object }) => ({
      allowed: !acting,
    }))
    gateway.server.bus.publish('user.standing', { userId: by.id })
    await until(() => one.code() !== undefined, 'it is closed')
    expect(gateway.server.callsTo(/\/check$/).at(-1)).toMatchObject({ user_id: ticket.user_id, by, until: end })
    gateway.server.bus.publish('user.standing', { userId: ticket.user_id as UserId })
    own.send(Buffer.from('echo still here; exit\n'))
    await until(() => own.code() !== undefined, 'the other one goes on until it is left')
    expect(own.shown()).toBe('still here\n')
  })
})

describe('an address that guesses tickets', () => {
  it('is not listened to for a while', async () => {
    await using strict = await createTestGateway({ attempts: { failuresMost: 3 } })
    strict.server.answers.set('/internal/web-terminal/redeem', { outcome: 'unknown' })
    for (let guess = 0; guess < 3; guess += 1) {
      using one = await browser(strict.httpPort)
      one.send(open)
      await until(() => one.code() !== undefined, 'it is closed')
      expect(toldOf(one, 'error')).toContain('unknown_ticket')
    }
    await expect(browser(strict.httpPort)).rejects.toThrow('429')
  })
})

describe('pages that come back to terminals that are gone', () => {
  it('do not lock their address out', async () => {
    await using strict = await createTestGateway({ attempts: { failuresMost: 3 } })
    for (let page = 0; page < 4; page += 1) {
      using one = await browser(strict.httpPort)
      one.send({ type: 'resume', token: 't'.repeat(43), received: 0, ...size })
      await until(() => one.code() !== undefined, 'it is closed')
      expect(toldOf(one, 'error')).toContain('unknown_token')
    }
  })
})

describe('a second factor', () => {
  it('is asked for in the browser, again when it was wrong, and no shell runs before', async () => {
    const question = { text: 'Code: ', shown: true }
    await using own = await createTestGateway({
      steps: [
        {
          prompt: () => Promise.resolve({ instruction: 'Second factor', questions: [question] }),
          check: (_, answers) => Promise.resolve(answers[0] === '123456'),
        },
      ],
    })
    own.server.answers.set('/internal/web-terminal/redeem', { outcome: 'good', ticket })
    own.server.answers.set('/internal/web-terminal/check', { allowed: true })
    const device = own.dialIn()
    await until(() => device.device() !== undefined, 'the device is linked')
    using one = await browser(own.httpPort)
    one.send(open)
    await until(() => one.texts.length === 1, 'it is asked')
    expect(JSON.parse(one.texts[0] ?? '')).toEqual({
      type: 'prompt',
      instruction: 'Second factor',
      questions: [question],
    })
    one.send({ type: 'answers', answers: ['000000'] })
    await until(() => one.texts.length === 2, 'it is asked again')
    expect(one.texts[1]).toContain('That was not the right answer.')
    expect(device.device()?.sessions).toEqual([])
    one.send({ type: 'answers', answers: ['123456'] })
    await until(() => toldOf(one, 'ready') !== undefined, 'it is ready')
    expect(device.device()?.sessions).toHaveLength(1)
  })
})

describe('a gateway that stops', () => {
  it('tells browsers so', async () => {
    await using own = await createTestGateway({ drainSeconds: 0 })
    own.server.answers.set('/internal/web-terminal/redeem', { outcome: 'good', ticket })
    own.server.answers.set('/internal/web-terminal/check', { allowed: true })
    const device = own.dialIn()
    await until(() => device.device() !== undefined, 'the device is linked')
    using one = await browser(own.httpPort)
    one.send(open)
    await until(() => one.texts.some((text) => text.includes('"ready"')), 'it is ready')
    await own.gateway.drain()
    await until(() => one.code() !== undefined, 'it is closed')
    expect(toldOf(one, 'error')).toContain('stopping')
    expect(one.code()).toBe(webTerminalClose.goingAway)
    await expect(browser(own.httpPort)).rejects.toThrow('503')
  })
})

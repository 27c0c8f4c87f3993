import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserTerminal, until, type UnixUser, unixUser } from '@sshore/testkit'
import { webTerminal, webTerminalClose } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { openTerminal, size } from './open-terminal.ts'

const one = oneDevice()
let user: UnixUser
beforeAll(async () => {
  user = await unixUser({ shell: '/bin/sh' })
})
afterAll(() => user[Symbol.asyncDispose]())

/** A shell that says only what it is told to. */
async function quietShell(): Promise<BrowserTerminal> {
  const terminal = await openTerminal(one, { username: user.name, password: user.password })
  await terminal.hears('ready')
  terminal.type("stty -echo; PS1=; echo rea''dy\n")
  await terminal.shows('ready\r\n')
  terminal.clear()
  return terminal
}

async function comeBack(token: string, received?: number): Promise<BrowserTerminal> {
  const terminal = await BrowserTerminal.dial(one.stack.url)
  terminal.say({ type: 'resume', token, ...(received === undefined ? {} : { received }), ...size })
  return terminal
}

/** Cuts the connection once what was typed has arrived. */
async function typed(terminal: BrowserTerminal): Promise<BrowserTerminal> {
  await terminal.pong()
  terminal.cut()
  return terminal
}

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `${index + 1}\r\n`).join('')

describe('a browser that lost its connection', () => {
  it('is sent exactly what it missed', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    first.type('for i in 1 2 3 4 5 6; do seq 1 2000; sleep 0.2; done; echo done\n')
    await first.shows('2000\r\n1\r\n')
    first.cut()
    await first.isClosed()
    const seen = first.received
    using second = await comeBack(token, seen)
    expect(await second.hears('ready')).toMatchObject({ resumed: true, received: seen })
    await second.shows('done\r\n')
    expect(first.shown + second.shown === `${lines(2000).repeat(6)}done\r\n`).toBe(true)
    expect(second.told.some(({ type }) => type === 'screen')).toBe(false)
  })

  it('is shown the screen when more was said than is kept', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    const marker = join(user.home, 'said')
    first.type("sleep 0.5; seq 1 100000; printf '\\033[2J\\033[3;5Hstill here'; touch said; read x; echo $x\n")
    const { received } = await typed(first)
    await until('the device has said it all, to nobody', () => existsSync(marker))
    using second = await comeBack(token, received)
    const { text, ...cells } = await second.hears('screen')
    expect(text).toMatch(/\d+\r\n\d+\r\n|still here/)
    await until('the end is shown', () => `${text}${second.shown}`.includes('still here'))
    expect(cells).toMatchObject(size)
    second.type('go on\n')
    await second.shows('go on\r\n')
  })

  it('is shown the screen when it has nothing left of it, as after a reload', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    first.type("printf '\\033[2J\\033[7;3H\\033[1mbold words'\n")
    await first.shows('bold words')
    first.close()
    using second = await comeBack(token)
    const { received } = await second.hears('ready')
    expect(received).toBe(first.received)
    expect((await second.hears('screen')).text).toContain('\u001B[1mbold words')
  })

  it('learns which of its input was lost', async () => {
    using first = await quietShell()
    const { token, input } = await first.hears('ready')
    first.type('echo one; ')
    first.type('echo two\n')
    await first.shows('two\r\n')
    first.cut()
    using second = await comeBack(token, first.received)
    const typed = "stty -echo; PS1=; echo rea''dy\n".length + 'echo one; echo two\n'.length
    expect((await second.hears('ready')).input - input).toBe(typed)
  })

  it('hears how the shell ended while it was away', async () => {
    using first = await quietShell()
    const { token, session: uid } = await first.hears('ready')
    first.type('sleep 0.5; echo bye; exit 3\n')
    await typed(first)
    const { client } = one.namespace.owner
    await until('the row is closed', async () => !(await client.getSession({ params: { uid } })).body.active)
    using second = await comeBack(token, first.received)
    expect(await second.hears('exit')).toMatchObject({ code: 3 })
    expect(second.shown).toBe('bye\r\n')
    expect(await second.isClosed()).toMatchObject({ code: webTerminalClose.ended })
  })

  it('may come back with the former token until it has said something with the new one', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    using lost = await comeBack(token, first.received)
    const { token: unheard } = await lost.hears('ready')
    lost.cut()
    using second = await comeBack(token, first.received)
    const { token: newest } = await second.hears('ready')
    expect(newest).not.toBe(unheard)
    second.type('echo here\n')
    await second.shows('here\r\n')
    using late = await comeBack(token, first.received)
    expect(await late.hears('error')).toMatchObject({ code: 'unknown_token' })
    using good = await comeBack(newest, second.received)
    await good.hears('ready')
  })

  it('leaves nothing behind when it says that it leaves', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    first.say({ type: 'leave' })
    await first.isClosed()
    using second = await comeBack(token, first.received)
    expect(await second.hears('error')).toMatchObject({ code: 'unknown_token' })
  })
})

describe('a second window', () => {
  it('takes the terminal over, and the first is told so', async () => {
    using first = await quietShell()
    const { token } = await first.hears('ready')
    using second = await comeBack(token)
    await second.hears('ready')
    expect(await first.hears('error')).toMatchObject({ code: 'taken_over' })
    expect(await first.isClosed()).toMatchObject({ code: webTerminalClose.takenOver })
    second.type('echo mine\n')
    await second.shows('mine\r\n')
  })
})

describe('a browser that does not acknowledge', () => {
  it('makes the device wait, and gets every byte later', async () => {
    const total = 20_000_000
    using terminal = await quietShell()
    terminal.acknowledges = false
    const before = process.memoryUsage().rss
    terminal.type(`head -c ${total} /dev/zero | tr '\\0' x; touch sent\n`)
    const window = webTerminal.windowBytes
    await until('the window is full', () => terminal.output.length >= window)
    using other = await quietShell()
    other.type('echo others go on\n')
    await other.shows('others go on\r\n')
    expect(terminal.output.length).toBe(window)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    expect(existsSync(join(user.home, 'sent'))).toBe(false)
    terminal.acknowledges = true
    terminal.say({ type: 'ack', received: terminal.received })
    await until('all of it came', () => terminal.output.length >= total, { seconds: 50 })
    expect(terminal.output.equals(Buffer.alloc(total, 'x'))).toBe(true)
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024)
  })

  it('has its own input acknowledged, however much it pastes into a program that echoes', async () => {
    using terminal = await quietShell()
    terminal.type('stty raw -echo; echo go; head -c 600000; stty sane; echo over\n')
    await terminal.shows('go')
    const { input } = await terminal.hears('ready')
    const piece = Buffer.alloc(60_000, 'y')
    for (let sent = 0; sent < 600_000; sent += piece.length) {
      const received = (): number => terminal.acknowledged ?? input
      await until('there is room', () => sent - (received() - input) <= webTerminal.inputWindowBytes - 2 * piece.length)
      terminal.type(piece)
    }
    await terminal.shows('over')
    expect(terminal.shown).toContain('y'.repeat(600_000))
  })
})

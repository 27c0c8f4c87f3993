import { type BrowserKeyType, BrowserTerminal, newBrowserKey, until, type UnixUser, unixUser } from '@sshore/testkit'
import { webTerminalClose } from '@sshore/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { openTerminal, openWithKey, size, ticketFor } from './open-terminal.ts'

const one = oneDevice()
let user: UnixUser
beforeAll(async () => {
  user = await unixUser({ shell: '/bin/sh' })
})
afterAll(() => user[Symbol.asyncDispose]())

const opened = async (): Promise<BrowserTerminal> => {
  const terminal = await openTerminal(one, { username: user.name, password: user.password })
  await terminal.hears('ready')
  return terminal
}

describe('a terminal in the browser', () => {
  it('opens with the password of the account, and is a terminal of the size that was said', async () => {
    using terminal = await opened()
    terminal.type('echo "[$(stty size) $(id -un) $TERM]"; tty -s && echo "is a tty"\n')
    await terminal.shows('is a tty\r\n')
    expect(terminal.shown).toContain(`[${size.rows} ${size.columns} ${user.name} xterm-256color]`)
    // Letters beyond ASCII are letters: to the shell that edits a line, and to the terminal that deletes one.
    terminal.type('test -n "$LANG" && echo "letters: $(stty -a | grep -c " iutf8")"\n')
    await terminal.shows('letters: 1\r\n')
    terminal.say({ type: 'resize', columns: 132, rows: 43 })
    terminal.type('sleep 0.3; stty size\n')
    await terminal.shows('43 132\r\n')
  })

  it('is a session of type web on the server until the shell ends, with its code', async () => {
    using terminal = await opened()
    const { session: uid } = await terminal.hears('ready')
    const { client } = one.namespace.owner
    const { body: session } = await client.getSession({ params: { uid } })
    expect(session).toMatchObject({ type: 'web', term: 'xterm-256color', username: user.name, active: true })
    terminal.type('exit 7\n')
    expect(await terminal.hears('exit')).toMatchObject({ code: 7 })
    expect(await terminal.isClosed()).toMatchObject({ code: webTerminalClose.ended })
    await until('the row is closed', async () => !(await client.getSession({ params: { uid } })).body.active)
  })

  it.each<BrowserKeyType>(['ed25519', 'ecdsa', 'rsa'])('opens with a registered %s key that signs', async (type) => {
    const key = await newBrowserKey(type)
    const { fingerprint } = await one.stack.seed.publicKey(one.namespace, key.line)
    using terminal = await openWithKey(one, key, fingerprint, user.name)
    await terminal.hears('ready')
    terminal.type('echo "[$(id -un)]"\n')
    await terminal.shows(`[${user.name}]`)
  })

  it('does not open with the signature of another key, or with the wrong password', async () => {
    const [key, other] = await Promise.all([newBrowserKey(), newBrowserKey()])
    const { fingerprint } = await one.stack.seed.publicKey(one.namespace, key.line)
    using signed = await openWithKey(one, other, fingerprint, user.name)
    expect(await signed.hears('error')).toMatchObject({ code: 'wrong_signature' })
    using guessed = await openTerminal(one, { username: user.name, password: 'wrong' })
    expect(await guessed.hears('error')).toMatchObject({ code: 'not_let_in', reason: 'device_refused' })
    expect(await guessed.isClosed()).toMatchObject({ code: webTerminalClose.refused })
    expect(one.stack.log().join('\n')).not.toContain(user.password)
  })

  it('opens once with one ticket', async () => {
    const ticket = await ticketFor(one, { username: user.name, password: user.password })
    using first = await BrowserTerminal.dial(one.stack.url)
    first.say({ type: 'open', ticket, ...size })
    await first.hears('ready')
    using second = await BrowserTerminal.dial(one.stack.url)
    second.say({ type: 'open', ticket, ...size })
    expect(await second.hears('error')).toMatchObject({ code: 'unknown_ticket' })
  })

  it('speaks with clients of the older form', async () => {
    const token = await ticketFor(one, { username: user.name, password: user.password })
    const query = `?token=${token}&cols=90&rows=20`
    using terminal = await BrowserTerminal.dial(one.stack.url, { query, subprotocol: undefined })
    terminal.acknowledges = false
    await until('there is a prompt', () => terminal.shown.includes('$'))
    terminal.say({ kind: 1, data: [...Buffer.from('stty si')] })
    terminal.say({ kind: 1, data: 'ze; echo ü\n' })
    await terminal.shows('20 90\r\nü\r\n')
    terminal.say({ kind: 2, data: { cols: 91, rows: 21 } })
    terminal.say({ kind: 1, data: 'sleep 0.3; stty size\n' })
    await terminal.shows('21 91\r\n')
    expect(terminal.texts).toEqual([])
  })
})

// Terminals of real users, through a real agent process and a real link.
import { existsSync, statSync } from 'node:fs'
import type { Link } from '@sshore/link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Conversation, logIn, numberAfter, run, start, type, until } from '../testing/client.ts'
import { startTestAgent, startTestGateway, type TestAgent, type TestGateway } from '../testing/gateway.ts'
import { isRunning } from '../testing/processes.ts'
import { isRoot, makeUser, type TestUser } from '../testing/users.ts'

let gateway: TestGateway
let agent: TestAgent
let link: Link
let user: TestUser
let login: Conversation

describe.skipIf(!isRoot)('programs on a terminal (needs root)', () => {
  beforeAll(async () => {
    user = makeUser({ groups: ['audio', 'video'] })
    gateway = await startTestGateway()
    agent = startTestAgent({ address: gateway.address })
    link = await gateway.link()
    login = await logIn(link, user.name)
  })
  afterAll(async () => {
    await agent[Symbol.asyncDispose]()
    await gateway[Symbol.asyncDispose]()
    user[Symbol.dispose]()
  })

  test('is a login shell with the size and the name that the client gave', async () => {
    const shell = start(link, login, { kind: 'shell' }, { terminal: { columns: 101, rows: 33, term: 'vt220' } })
    type(shell, 'stty size; echo "[$0] $TERM"; test "$SSH_TTY" = "$(tty)" && echo same; exit 3\n')
    await shell.closed
    expect(shell.output()).toContain('33 101')
    expect(shell.output()).toContain('[-bash] vt220')
    expect(shell.output()).toContain('\nsame')
    expect(shell.messages.at(-1)).toEqual({ type: 'exit-status', code: 3 })
  })

  test('owns its terminal, and gives it back', async () => {
    const session = start(
      link,
      login,
      { kind: 'exec', command: 'stat -c "%U %a" $(tty); tty; read x' },
      { terminal: {} },
    )
    const path = await until('path', () => /\/dev\/pts\/\d+/.exec(session.output())?.[0])
    expect(session.output()).toContain(`${user.name} 620`)
    type(session, '\n')
    await session.closed
    expect(existsSync(path) ? statSync(path).uid : 0).toBe(0)
  })

  test('has the terminal modes that the client asked for', async () => {
    const modes = {
      ECHO: 0,
      ICANON: 1,
      VINTR: 24,
      VEOF: 255,
      ONLCR: 0,
      IUTF8: 1,
      TTY_OP_ISPEED: 9600,
      TTY_OP_OSPEED: 9600,
    }
    const { output } = await run(link, login, 'stty -a', '', { terminal: { modes } })
    expect(output).toMatch(/speed 9600 baud/)
    expect(output).toMatch(/intr = \^X;/)
    expect(output).toMatch(/eof = <undef>;/)
    expect(output).toMatch(/ -echo\b/)
    expect(output).toMatch(/ -onlcr\b/)
    expect(output).toMatch(/(?<!-)\biutf8\b/)
  })

  test('is told when the window changes', async () => {
    const command = 'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done'
    const session = start(link, login, { kind: 'exec', command }, { terminal: {} })
    await until('ready', () => session.output().includes('ready'))
    session.stream.message({ type: 'resize', columns: 132, rows: 50, widthPixels: 0, heightPixels: 0 })
    await session.closed
    expect(session.output()).toContain('50 132')
  })

  test('is interrupted by the control character', async () => {
    const session = start(link, login, { kind: 'exec', command: 'echo ready; sleep 60' }, { terminal: {} })
    await until('ready', () => session.output().includes('ready'))
    type(session, '\u0003')
    await session.closed
    expect(session.messages.at(-1)).toMatchObject({ type: 'exit-signal', name: 'INT' })
  })

  test('inherits nothing of the agent', async () => {
    const { output } = await run(link, login, 'ls /proc/self/fd | tr "\\n" " "; grep SigIgn /proc/self/status', '', {
      terminal: {},
    })
    expect(output).toBe('0 1 2 3 SigIgn:\t0000000000000000\r\n')
  })

  test('takes its background with it when it ends, but for what is protected by nohup', async () => {
    const shell = start(link, login, { kind: 'shell' }, { terminal: {} })
    type(shell, 'sleep 301 & echo plain=$!; nohup sleep 302 >/dev/null 2>&1 & echo safe=$!; exit\n')
    const plain = await numberAfter('plain', shell)
    const safe = await numberAfter('safe', shell)
    await shell.closed
    await until('the plain one to end', () => !isRunning(plain))
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(isRunning(safe)).toBe(true)
    process.kill(safe, 'SIGKILL')
  })

  test('is ended when the client goes away, even if it ignores the hang-up', async () => {
    const command = 'trap "" HUP; sleep 303 & echo child=$!; echo self=$$; while :; do sleep 0.1; done'
    const session = start(link, login, { kind: 'exec', command }, { terminal: {} })
    const self = await numberAfter('self', session)
    expect(isRunning(self)).toBe(true)
    session.stream.reset('closed')
    await until('its end', () => !isRunning(self))
  })
})

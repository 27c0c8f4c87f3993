// Terminals of real users, through a real agent process and a real link.
import { existsSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { numberAfter, run, start, type, until } from '../testing/client.ts'
import { isRunning } from '../testing/processes.ts'
import { isRoot } from '../testing/users.ts'
import { testLogin } from './test-login.ts'

describe.skipIf(!isRoot)('programs on a terminal (needs root)', () => {
  const given = testLogin()

  test('is a login shell with the size and the name that the client gave', async () => {
    const { link, login } = given()
    const shell = start(link, login, { kind: 'shell' }, { terminal: { columns: 101, rows: 33, term: 'vt220' } })
    type(shell, 'stty size; echo "[$0] $TERM"; test "$SSH_TTY" = "$(tty)" && echo same; exit 3\n')
    await shell.closed
    expect(shell.output()).toContain('33 101')
    expect(shell.output()).toContain('[-bash] vt220')
    expect(shell.output()).toContain('\nsame')
    expect(shell.messages.at(-1)).toEqual({ type: 'exit-status', code: 3 })
  })

  test('owns its terminal, and gives it back', async () => {
    const { link, user, login } = given()
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
    const { link, login } = given()
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
    const { link, login } = given()
    const command = 'trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.05; done'
    const session = start(link, login, { kind: 'exec', command }, { terminal: {} })
    await until('ready', () => session.output().includes('ready'))
    session.stream.message({ type: 'resize', columns: 132, rows: 50, widthPixels: 0, heightPixels: 0 })
    await session.closed
    expect(session.output()).toContain('50 132')
  })

  test('is interrupted by the control character', async () => {
    const { link, login } = given()
    const session = start(link, login, { kind: 'exec', command: 'echo ready; sleep 60' }, { terminal: {} })
    await until('ready', () => session.output().includes('ready'))
    type(session, '\u0003')
    await session.closed
    expect(session.messages.at(-1)).toMatchObject({ type: 'exit-signal', name: 'INT' })
  })

  test('inherits nothing of the agent', async () => {
    const { link, login } = given()
    const { output } = await run(link, login, 'ls /proc/self/fd | tr "\\n" " "; grep SigIgn /proc/self/status', '', {
      terminal: {},
    })
    expect(output).toBe('0 1 2 3 SigIgn:\t0000000000000000\r\n')
  })

  test('leaves what its shell has put into the background, as sshd does', async () => {
    const { link, login } = given()
    const shell = start(link, login, { kind: 'shell' }, { terminal: {} })
    type(shell, 'sleep 301 & echo plain=$!; exit\n')
    const plain = await numberAfter('plain', shell)
    await shell.closed
    expect(isRunning(plain)).toBe(true)
    process.kill(plain, 'SIGKILL')
  })

  test('is hung up when the client goes away, with what its shell runs', async () => {
    const { link, login } = given()
    const shell = start(link, login, { kind: 'shell' }, { terminal: {} })
    type(shell, 'sleep 302 & echo back=$!; echo self=$$; sleep 303\n')
    const pids = [await numberAfter('back', shell), await numberAfter('self', shell)]
    shell.stream.reset('closed')
    for (const pid of pids) await until(`${pid} to end`, () => !isRunning(pid))
  })
})

// Programs of real users, through a real agent process and a real link.
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { textOfBytes } from '@sshore/link'
import { describe, expect, test } from 'vitest'
import { logIn, numberAfter, run, start, type, until } from '../testing/client.ts'
import { isRunning } from '../testing/processes.ts'
import { isRoot, makeUser } from '../testing/users.ts'
import { testLogin } from './test-login.ts'

describe.skipIf(!isRoot)('programs of a user (needs root)', () => {
  const given = testLogin()

  describe('a command on pipes', () => {
    test('keeps input, output, error and status apart', async () => {
      const { link, login } = given()
      const { output, error, exit } = await run(link, login, 'cat; echo oops >&2; exit 7', 'hello\n')
      expect({ output, error, exit }).toEqual({
        output: 'hello\n',
        error: 'oops\n',
        exit: { type: 'exit-status', code: 7 },
      })
    })

    test('runs as the user with all groups and no others', async () => {
      const { link, user, login } = given()
      const { output } = await run(link, login, 'id -un; id -Gn; grep ^Groups /proc/self/status; pwd')
      const groups = execFileSync('id', ['-Gn', user.name], { encoding: 'utf8' }).trim()
      const [name, names, numbers, directory] = output.split('\n')
      expect(name).toBe(user.name)
      expect(names?.split(' ').toSorted()).toEqual(groups.split(' ').toSorted())
      expect(numbers).not.toMatch(/\b0\b/)
      expect(directory).toBe(user.home)
    })

    test('has its own groups also where another account shares its id', async () => {
      const { link, user } = given()
      using second = makeUser({ uid: user.uid, groups: ['games'] })
      const own = await logIn(link, second.name)
      const { output } = await run(link, own, 'id -Gn')
      expect(output.trim().split(' ').toSorted()).toEqual(['games', second.name])
    })

    test('inherits nothing of the agent: descriptors, ignored signals, blocked signals', async () => {
      const { link, login } = given()
      const { output } = await run(link, login, 'ls /proc/self/fd; grep -E "^Sig(Ign|Blk)" /proc/self/status')
      expect(output).toBe('0\n1\n2\n3\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n')
    })

    test('can open its own standard files, which sockets would not allow', async () => {
      const { link, login } = given()
      const { output } = await run(link, login, 'echo one > /dev/stdout; cat /dev/stdin', 'two\n')
      expect(output).toBe('one\ntwo\n')
    })

    test('is named as sshd names it in its own messages', async () => {
      const { link, login } = given()
      const { output, error } = await run(link, login, 'echo "$0"; no-such-command')
      expect(output).toBe('bash\n')
      expect(error).toBe('bash: line 1: no-such-command: command not found\n')
    })

    test('reports the signal that killed it', async () => {
      const { link, login } = given()
      const { exit } = await run(link, login, 'kill -TERM $$')
      expect(exit).toEqual({ type: 'exit-signal', name: 'TERM', coreDumped: false, message: '' })
    })

    test('gets the signals that the client sends', async () => {
      const { link, login } = given()
      const session = start(link, login, {
        kind: 'exec',
        command: 'trap "echo got it; exit 4" USR1; echo ready; while :; do sleep 0.05; done',
      })
      await until('ready', () => session.output().includes('ready'))
      session.stream.message({ type: 'signal', name: 'USR1' })
      await session.closed
      expect(session.output()).toContain('got it')
      expect(session.messages.at(-1)).toEqual({ type: 'exit-status', code: 4 })
    })

    test('leaves in peace what it was told to leave behind', async () => {
      const { link, login } = given()
      const { output } = await run(link, login, 'sleep 300 >/dev/null 2>&1 & echo $!')
      const pid = Number(output)
      expect(isRunning(pid)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 2500))
      expect(isRunning(pid)).toBe(true)
      process.kill(pid, 'SIGKILL')
    })

    test('carries a login shell when no command is named', async () => {
      const { link, login } = given()
      const shell = start(link, login, { kind: 'shell' })
      type(shell, 'echo "[$0]"; shopt -q login_shell && echo login; exit 5\n')
      await shell.closed
      expect(shell.output()).toMatch(/\n?\[-bash\]\nlogin\n$/)
      expect(shell.messages.at(-1)).toEqual({ type: 'exit-status', code: 5 })
    })

    test('may take and give any bytes in bulk', async () => {
      const { link, login } = given()
      const session = start(link, login, { kind: 'exec', command: 'sha256sum' })
      const block = new Uint8Array(65_536).map((_, at) => (at * 7) % 256)
      for (let count = 0; count < 64; count += 1) session.stream.write(block)
      session.stream.end()
      await session.closed
      const expected = execFileSync('sha256sum', { input: Buffer.concat(new Array(64).fill(block)), encoding: 'utf8' })
      expect(session.output()).toBe(expected)
    })

    test('stands still while nobody reads it', async () => {
      const { link, login } = given()
      const session = start(link, login, { kind: 'exec', command: 'echo $$ >&2; cat /dev/zero' })
      session.reading = false
      const pid = await until('pid', () => Number(session.error()) || undefined)
      const written = () => Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1])
      await until('cat', () => readFileSync(`/proc/${pid}/comm`, 'latin1') === 'cat\n' && written() > 500_000)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const before = written()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(written()).toBe(before)
      expect(before).toBeLessThan(8_000_000)
      session.stream.reset('closed')
    })

    test('does not hang a client that writes after it has closed its input', async () => {
      const { link, login } = given()
      const session = start(link, login, { kind: 'exec', command: 'exec <&-; sleep 0.5; echo done' })
      for (let count = 0; count < 64; count += 1) session.stream.write(new Uint8Array(65_536))
      session.stream.end()
      await session.closed
      expect(session.output()).toBe('done\n')
    })
  })

  test('what runs under a login loses its terminal and its pipes with the login, and may go on without', async () => {
    const { link, user } = given()
    const own = await logIn(link, user.name)
    const piped = start(link, own, { kind: 'exec', command: 'echo pid=$$; exec cat' })
    const shown = start(link, own, { kind: 'exec', command: 'echo pid=$$; exec sleep 305' }, { terminal: {} })
    const free = start(link, own, { kind: 'exec', command: 'echo pid=$$; exec sleep 304' })
    const pids = [await numberAfter('pid', piped), await numberAfter('pid', shown)]
    const freePid = await numberAfter('pid', free)
    own.stream.close()
    expect((await piped.closed).reason).toBe('closed')
    expect((await shown.closed).reason).toBe('closed')
    for (const pid of pids) await until(`${pid} to end`, () => !isRunning(pid))
    expect(isRunning(freePid)).toBe(true)
    process.kill(freePid, 'SIGKILL')
  })

  test('a program that writes to nobody any more is told so', async () => {
    const { link, login } = given()
    const session = start(link, login, { kind: 'exec', command: 'echo pid=$$; exec cat /dev/zero' })
    const pid = await numberAfter('pid', session)
    session.stream.message({ type: 'reader-gone' })
    await session.closed
    expect(isRunning(pid)).toBe(false)
    expect(session.messages.at(-1)).toMatchObject({ type: 'exit-signal', name: 'PIPE' })
  })

  test('a command and its variables may be any bytes', async () => {
    const { link, login } = given()
    const bytes = Uint8Array.of(0xff, 0xc3, 0x28, 0x7f)
    const command = textOfBytes(
      Buffer.concat([Buffer.from('printf %s "$LC_X-'), bytes, Buffer.from('" | od -An -tx1')]),
    )
    const { output } = await run(link, login, command, '', { environment: { LC_X: textOfBytes(bytes) } })
    expect(output).toBe(' ff c3 28 7f 2d ff c3 28 7f\n')
  })

  test('nothing runs without a login', async () => {
    const { link, login } = given()
    const session = start(link, { ...login, stream: { ...login.stream, id: 9999 } }, { kind: 'exec', command: 'true' })
    expect(await session.closed).toMatchObject({ reason: 'not_permitted' })
  })

  test('an unknown subsystem is refused by name', async () => {
    const { link, login } = given()
    const session = start(link, login, { kind: 'subsystem', name: 'netconf' })
    expect(await session.closed).toMatchObject({ reason: 'unknown_subsystem' })
  })

  test('files are served by a process that is the user', async () => {
    const { agent, link, user, login } = given()
    const session = start(link, login, { kind: 'subsystem', name: 'sftp' })
    session.stream.write(Uint8Array.of(0, 0, 0, 5, 1, 0, 0, 0, 3))
    await until('the version', () => session.bytes.main > 9)
    const children = readFileSync(`/proc/${agent.pid}/task/${agent.pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .map(Number)
    const owners = children.map((pid) => statSync(`/proc/${pid}`).uid)
    expect(owners.length).toBeGreaterThan(0)
    const status = children
      .map((pid) => readFileSync(`/proc/${pid}/status`, 'latin1'))
      .find((text) => text.includes(`\t${user.uid}\t${user.uid}\t${user.uid}\t${user.uid}\n`))
    expect(status).toBeDefined()
    session.stream.end()
    await session.closed
    expect(session.messages.at(-1)).toEqual({ type: 'exit-status', code: 0 })
  })

  test('a session outlives its connection and loses no byte', async () => {
    const { gateway, link, login } = given()
    const session = start(link, login, {
      kind: 'exec',
      command: 'for i in $(seq 1 400); do echo line $i; sleep 0.005; done',
    })
    await until('the first lines', () => session.output().includes('line 50\n'))
    gateway.cut()
    await session.closed
    expect(session.output()).toBe(Array.from({ length: 400 }, (_, at) => `line ${at + 1}\n`).join(''))
  })

  test('leaves no process and no descriptor behind', async () => {
    const { agent, link, login } = given()
    const fds = () => execFileSync('ls', [`/proc/${agent.pid}/fd`], { encoding: 'utf8' }).split('\n').length
    const children = () => readFileSync(`/proc/${agent.pid}/task/${agent.pid}/children`, 'latin1').trim()
    await run(link, login, 'true')
    await until('children to go', () => children() === '')
    const before = fds()
    for (let count = 0; count < 10; count += 1) {
      await run(link, login, 'true')
      await run(link, login, 'true', '', { terminal: {} })
    }
    await until('children to go', () => children() === '')
    await until('descriptors to go', () => fds() <= before)
  })
})

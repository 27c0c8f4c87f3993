import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStack, registerKey, type TestStack, until } from '../test-stack.ts'
import { finished, type KeyPair } from '../test-ssh-client.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const user = 'root@home.pi'

describe('the SSH port, to the stock client,', () => {
  let stack: TestStack
  let key: KeyPair
  beforeAll(async () => {
    stack = await createTestStack()
    key = stack.ssh.makeKey('id', 'ed25519')
    registerKey(stack, key.line)
  })
  afterAll(() => stack[Symbol.asyncDispose]())

  const run = (command: string, extra: string[] = [], input?: Buffer | string) =>
    stack.ssh.run(user, [command], ['-i', key.path, ...extra], input)

  it.each([0, 7, 255])('passes exit code %i on', async (code) => {
    expect(await run(`exit ${code}`)).toMatchObject({ code })
  })

  it('passes on that a signal ended the program', async () => {
    const done = await run('kill -TERM $$', ['-v'])
    expect(done.code).toBe(255)
    expect(done.stderr).toContain('exit-signal')
  })

  it('keeps standard error apart, 10 MB of it', async () => {
    const done = await run('head -c 10000000 /dev/zero | tr "\\0" e >&2; echo out')
    expect(done.stdout.toString()).toBe('out\n')
    expect(done.stderr.replaceAll(/[^e]/g, '').length).toBeGreaterThanOrEqual(10_000_000)
  })

  it('carries input and output byte for byte, and the end of input', async () => {
    const sent = randomBytes(40_000_000)
    const done = await run('cat', [], sent)
    expect(sha256(done.stdout)).toBe(sha256(sent))
  })

  it('lets the program answer after the end of input', async () => {
    const done = await run('cat | wc -c; sleep 0.2; echo after', [], 'x'.repeat(100_000))
    expect(done.stdout.toString()).toBe('100000\nafter\n')
  })

  it.each(['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'chacha20-poly1305@openssh.com', 'aes256-ctr'])(
    'speaks the cipher %s',
    async (cipher) => {
      const done = await run('head -c 300000 /dev/zero', ['-c', cipher])
      expect(done.stdout.length).toBe(300_000)
    },
  )

  it.each(['curve25519-sha256', 'ecdh-sha2-nistp521', 'diffie-hellman-group16-sha512'])(
    'speaks the key exchange %s',
    async (exchange) => {
      expect(await run('true', ['-o', `KexAlgorithms=${exchange}`])).toMatchObject({ code: 0 })
    },
  )

  it('offers strict key exchange and no weak algorithm', async () => {
    const { stderr } = await run('true', ['-vvv'])
    expect(stderr).toContain('will use strict KEX ordering')
    const offer = stderr.slice(stderr.indexOf('peer server KEXINIT proposal'))
    expect(offer).not.toMatch(/sha1[,\n]|cbc|arcfour|zlib/)
    expect(stderr).toMatch(/server-sig-algs=<.*rsa-sha2-512,rsa-sha2-256>/)
  })

  it('goes on through key exchanges in the middle', async () => {
    const done = await run('cat', ['-o', 'RekeyLimit=1M', '-v'], Buffer.alloc(8_000_000, 'k'))
    expect(done.stdout.length).toBe(8_000_000)
    expect(done.stderr.match(/rekey/g)?.length ?? 0).toBeGreaterThan(3)
  })

  it.each([
    ['ed25519', undefined],
    ['ecdsa', 256],
    ['ecdsa', 384],
    ['ecdsa', 521],
    ['rsa', 2048],
  ] as const)('lets in with a key of type %s %s', async (type, bits) => {
    await using own = await createTestStack()
    const other = own.ssh.makeKey('id', type, bits)
    registerKey(own, other.line)
    expect(await own.ssh.run(user, ['true'], ['-i', other.path])).toMatchObject({ code: 0 })
    expect(own.device.logins[0]).toMatchObject({ username: 'root', proof: { kind: 'publickey' } })
  })

  it('passes on the terminal with its modes and size', async () => {
    const options = [...stack.ssh.options(['-i', key.path]), '-p', String(stack.portNumber), '-o', `User=${user}`]
    const before = stack.device.sessions.length
    const command = `stty rows 43 cols 121; TERM=vt220 ssh -tt ${options.map((o) => `'${o}'`).join(' ')} 127.0.0.1 true`
    await promisedRun('script', ['-qec', command, '/dev/null'])
    expect(stack.device.sessions[before]?.terminal).toMatchObject({
      term: 'vt220',
      columns: 121,
      rows: 43,
      modes: { ECHO: 1, ICANON: 1, VINTR: 3, VERASE: 127, TTY_OP_OSPEED: expect.any(Number) },
    })
  })

  it('passes allowed environment variables on and no others', async () => {
    const child = stack.ssh.run(
      user,
      ['env'],
      [...['-i', key.path, '-o', 'SetEnv=LC_TEST=yes LD_PRELOAD=/evil.so BASH_ENV=/evil COLORTERM=truecolor']],
    )
    const output = (await child).stdout.toString()
    expect(output).toContain('LC_TEST=yes')
    expect(output).toContain('COLORTERM=truecolor')
    expect(output).not.toContain('evil')
  })

  it('runs three sessions on one connection', async () => {
    const control = ['-i', key.path, '-o', `ControlPath=${join(stack.ssh.folder, 'mux')}`]
    const logins = stack.device.logins.length
    const first = stack.ssh.start(user, ['sleep 20'], [...control, '-o', 'ControlMaster=yes'])
    const firstDone = finished(first)
    await until(() => stack.device.logins.length > logins && stack.device.running.size > 0, 'the first session runs')
    const others = await Promise.all([
      stack.ssh.run(user, ['echo two'], control),
      stack.ssh.run(user, ['echo three; exit 3'], control),
    ])
    expect(others.map(({ code, stdout }) => [code, stdout.toString()])).toEqual([
      [0, 'two\n'],
      [3, 'three\n'],
    ])
    expect(stack.device.logins.length).toBe(logins + 1)
    first.kill()
    await firstDone
  })

  it('ends the programs of a client that goes away', async () => {
    const child = stack.ssh.start(user, ['sleep 60'], ['-i', key.path])
    const done = finished(child)
    await until(() => stack.device.running.size > 0, 'the program runs')
    child.kill('SIGKILL')
    await done
    await until(() => stack.device.running.size === 0, 'the program is gone')
    await until(() => stack.device.streams.size === 0, 'no stream is left')
    await until(() => stack.port.size === 0, 'no connection is left')
  })

  it('copies with scp, sftp and rsync', async () => {
    const folder = join(stack.ssh.folder, 'copies')
    mkdirSync(join(folder, 'tree'), { recursive: true })
    writeFileSync(join(folder, 'tree', 'odd name ü \'".bin'), randomBytes(1_000_000))
    const options = [...stack.ssh.options(['-i', key.path]), '-o', `User=${user}`]
    const port = ['-P', String(stack.portNumber)]
    const source = join(folder, 'tree', 'odd name ü \'".bin')
    const original = sha256(readFileSync(source))
    const run = promisedRun
    await run('scp', [...options, ...port, source, `127.0.0.1:${folder}/scp.bin`])
    await run('scp', ['-O', ...options, ...port, source, `127.0.0.1:${folder}/scp-old.bin`])
    await run('rsync', [
      '-a',
      '-e',
      `ssh ${options.map((o) => `'${o}'`).join(' ')} -p ${stack.portNumber}`,
      join(folder, 'tree/'),
      `127.0.0.1:${folder}/synced/`,
    ])
    expect(sha256(readFileSync(join(folder, 'scp.bin')))).toBe(original)
    expect(sha256(readFileSync(join(folder, 'scp-old.bin')))).toBe(original)
    expect(sha256(readFileSync(join(folder, 'synced', 'odd name ü \'".bin')))).toBe(original)
  })

  it('refuses an unknown subsystem as sshd does', async () => {
    const done = await stack.ssh.run(user, ['nonsense'], ['-i', key.path, '-s'])
    expect(done).toMatchObject({ code: 255, stderr: expect.stringContaining('subsystem request failed on channel 0') })
  })

  it('forwards TCP connections, both ends closing in their own time', async () => {
    const service = createServer({ allowHalfOpen: true }, (socket) => {
      const hash = createHash('sha256')
      socket.on('data', (chunk: Buffer) => hash.update(chunk))
      socket.on('end', () => socket.end(hash.digest('hex')))
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const address = service.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const sent = randomBytes(5_000_000)
    const done = await stack.ssh.run(user, [], ['-i', key.path, '-W', `127.0.0.1:${port}`], sent)
    expect(done.stdout.toString()).toBe(sha256(sent))
    service.close()
  })

  it('says that a forwarded connection was refused', async () => {
    const done = await stack.ssh.run(user, [], ['-i', key.path, '-W', '127.0.0.1:1'])
    expect(done.stderr).toMatch(/open failed: connect failed: .*ECONNREFUSED/)
  })

  it('stops the program when the client does not read, and grows no buffer', async () => {
    const child = stack.ssh.start(user, ['head -c 100000000 /dev/zero'], ['-i', key.path])
    child.stdout.pause()
    await until(() => stack.device.running.size === 1, 'the program runs')
    const before = process.memoryUsage().rss
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(stack.device.running.size).toBe(1)
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
    child.stdout.resume()
    await once(child, 'close')
    expect(bytes).toBe(100_000_000)
  })
})

async function promisedRun(command: string, args: string[]): Promise<void> {
  const done = await finished(spawn(command, args))
  if (done.code !== 0) throw new Error(`${command} failed: ${done.stderr}`)
}

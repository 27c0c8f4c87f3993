// `ssh -R`: ports that listen on the device.
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  isRoot,
  run,
  sha256,
  ssh,
  sshInBackground,
  sshOptions,
  type UnixUser,
  unixUser,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { answers, digesting, type End, exchange, listen, listens } from './ends.ts'

const one = oneDevice()
const payload = Buffer.alloc(3_000_000, 'remote')
const digest = sha256(payload)
let target: End
let user: UnixUser

beforeAll(async () => {
  target = await listen(digesting)
  user = await unixUser()
})
afterAll(async () => {
  await target[Symbol.asyncDispose]()
  await user[Symbol.asyncDispose]()
})

const forward = (words: readonly string[]) => sshInBackground(one.device.target(user.name), [], ['-N', ...words])
/** The port that the client says it was given. */
const allocated = /Allocated port (\d+) for remote forward/

/** Whose socket listens on the port, as the kernel has it. */
const ownerOf = (port: number): string | undefined =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(
      (fields) => fields[1]?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`) && fields[3] === '0A',
    )?.[7]

describe.skipIf(!isRoot)('ssh -R', () => {
  it('lets a port of the device reach the client, in both directions, many times', async () => {
    const port = await freePort()
    await using client = forward(['-R', `${port}:127.0.0.1:${target.port}`])
    await listens(port)
    const all = await Promise.all(Array.from({ length: 30 }, () => exchange({ port, host: '127.0.0.1' }, payload)))
    expect(new Set(all)).toEqual(new Set([digest]))
    client.kill('SIGTERM')
    await until('nothing listens any more', async () => !(await answers(port)))
  })

  it("is told the port that the device chose, which is the user's own", async () => {
    await using client = forward(['-R', `0:127.0.0.1:${target.port}`])
    const [, port] = await client.says(allocated)
    expect(await exchange({ port: Number(port), host: '127.0.0.1' }, payload)).toBe(digest)
    expect(ownerOf(Number(port))).toBe(String(user.uid))
  })

  it('listens on the loopback of both families and nowhere else, whatever address is asked for', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find((one) => !one.internal && one.family === 'IPv4')?.address
    await using client = forward(['-R', `*:0:127.0.0.1:${target.port}`])
    const port = Number((await client.says(allocated))[1])
    expect(await answers(port, '127.0.0.1')).toBe(true)
    expect(await answers(port, '::1')).toBe(true)
    if (outside !== undefined) expect(await answers(port, outside)).toBe(false)
  })

  it('listens on one family alone when that is asked for', async () => {
    await using client = forward(['-R', `[::1]:0:127.0.0.1:${target.port}`])
    const port = Number((await client.says(allocated))[1])
    expect(await answers(port, '::1')).toBe(true)
    expect(await answers(port, '127.0.0.1')).toBe(false)
  })

  it('is refused on a port that is taken, or is not for ordinary users', async () => {
    const low = 987
    for (const [bind, port] of [
      ['127.0.0.1:', target.port],
      ['127.0.0.1:', low],
      ['', low],
    ] as const) {
      const options = ['-v', '-o', 'ExitOnForwardFailure=yes', '-R', `${bind}${port}:127.0.0.1:1`]
      await using client = sshInBackground(one.device.target(user.name), [], ['-N', ...options])
      expect((await client.ended).code).toBe(255)
      expect(client.stderr()).toContain(`remote port forwarding failed for listen port ${port}`)
      expect(client.stderr()).toMatch(port === low ? /Permission denied/ : /Address already in use/)
    }
    const root = sshInBackground(one.device.target('root'), [], ['-N', '-R', `${low}:127.0.0.1:${target.port}`])
    await using client = root
    await listens(low)
    expect(client.pid).toBeGreaterThan(0)
  })

  it('ends connections in their own time, and tells the device that the client refuses', async () => {
    const closed = await freePort()
    await using client = forward(['-R', `0:127.0.0.1:${closed}`])
    const port = Number((await client.says(allocated))[1])
    expect(await exchange({ port, host: '127.0.0.1' }, '')).toBe('')
    await client.says(/connect_to 127.0.0.1 port \d+: failed/)
  })

  it('can be added to and taken from a connection that runs, by its control socket', async () => {
    const control = join(one.stack.folder, 'control')
    const destination = one.device.target(user.name)
    const options = [...sshOptions(destination), '-p', String(destination.port), '-S', control]
    await using master = sshInBackground(destination, [], ['-N', '-M', '-S', control])
    await until('the master runs', async () => (await run('ssh', [...options, '-O', 'check', 'x'])).code === 0)
    const port = await freePort()
    const spec = ['-R', `${port}:127.0.0.1:${target.port}`]
    expect((await run('ssh', [...options, '-O', 'forward', ...spec, 'x'])).code).toBe(0)
    expect(await exchange({ port, host: '127.0.0.1' }, payload)).toBe(digest)
    expect((await run('ssh', [...options, '-O', 'cancel', ...spec, 'x'])).code).toBe(0)
    await until('nothing listens', async () => !(await answers(port)))
    const given = await run('ssh', [...options, '-O', 'forward', '-R', `0:127.0.0.1:${target.port}`, 'x'])
    expect(await exchange({ port: Number(given.stdout.trim()), host: '127.0.0.1' }, payload)).toBe(digest)
    expect(master.stderr()).toBe('')
  })

  it('leaves nothing behind when the client is killed', async () => {
    const client = forward(['-R', `0:127.0.0.1:${target.port}`])
    const port = Number((await client.says(allocated))[1])
    client.kill('SIGKILL')
    await until('nothing listens', async () => !(await answers(port)))
    expect((await ssh(one.device.target(user.name), ['true'])).code).toBe(0)
  })
})

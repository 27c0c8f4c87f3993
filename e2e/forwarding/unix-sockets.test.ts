// Unix sockets of the device, connected to and listened on, with the rights of the logged-in user.
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Background,
  freePort,
  isRoot,
  sha256,
  sshInBackground,
  type UnixUser,
  unixUser,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { digesting, type End, exchange, listen, listens } from './ends.ts'

const one = oneDevice()
const payload = Buffer.alloc(2_000_000, 'socket')
const digest = sha256(payload)
let user: UnixUser
let folder = ''
let service: End
const path = () => join(folder, 'service.sock')

beforeAll(async () => {
  user = await unixUser()
  folder = join('/tmp', `sshore-sockets-${crypto.randomUUID().slice(0, 8)}`)
  await mkdir(folder)
  await chmod(folder, 0o777)
  service = await listen(digesting, { path: path() })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await user[Symbol.asyncDispose]()
})

const forward = (login: string, ...words: readonly string[]): Background =>
  sshInBackground(one.device.target(login), [], ['-v', '-N', ...words])

describe.skipIf(!isRoot)('a Unix socket of the device', () => {
  it("is reached by whoever may, and refused to others with the system's word", async () => {
    await chmod(path(), 0o600)
    const port = await freePort()
    await using stranger = forward(user.name, '-L', `${port}:${path()}`)
    await listens(port)
    expect(await exchange({ port, host: '127.0.0.1' }, 'x')).toBe('')
    await stranger.says(/open failed: connect failed: Permission denied/)
    await chmod(path(), 0o666)
    expect(await exchange({ port, host: '127.0.0.1' }, payload)).toBe(digest)
    await chmod(path(), 0o600)
    const own = await freePort()
    await using root = forward('root', '-L', `${own}:${path()}`)
    await listens(own)
    expect(await exchange({ port: own, host: '127.0.0.1' }, payload)).toBe(digest)
    expect(root.stderr()).not.toContain('open failed')
  })

  it("that is not there is refused with the system's word", async () => {
    const port = await freePort()
    await using client = forward(user.name, '-L', `${port}:${folder}/none.sock`)
    await listens(port)
    await exchange({ port, host: '127.0.0.1' }, 'x')
    await client.says(/open failed: connect failed: No such file or directory/)
  })

  it("made for the client is the user's alone, works, and goes with the connection", async () => {
    const made = join(folder, 'made.sock')
    await using target = await listen(digesting)
    await using client = forward(user.name, '-R', `${made}:127.0.0.1:${target.port}`)
    const found = await until('the socket is there', () => stat(made))
    expect({ mode: found.mode & 0o777, uid: found.uid, gid: found.gid }).toEqual({
      mode: 0o600,
      uid: user.uid,
      gid: user.gid,
    })
    const many = await Promise.all(Array.from({ length: 10 }, () => exchange({ path: made }, payload)))
    expect(new Set(many)).toEqual(new Set([digest]))
    client.kill('SIGTERM')
    await until('the socket is gone', async () => !(await readdir(folder)).includes('made.sock'))
  })

  it('is not made over a file that is there, nor where the user may not', async () => {
    for (const place of [path(), '/root/made.sock']) {
      await using client = forward(user.name, '-o', 'ExitOnForwardFailure=yes', '-R', `${place}:127.0.0.1:1`)
      expect((await client.ended).code).toBe(255)
      expect(client.stderr()).toMatch(place === path() ? /Address already in use/ : /Permission denied/)
    }
    expect((await stat(path())).isSocket()).toBe(true)
  })
})

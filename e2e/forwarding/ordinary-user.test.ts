// A device whose agent runs as an ordinary user: it borrows no rights, for everything is made with its own already.
import { chmod, mkdir, stat } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import {
  type Background,
  freePort,
  isRoot,
  run,
  sha256,
  ssh,
  sshInBackground,
  type SshTarget,
  startSshAgent,
  type UnixUser,
  unixUser,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { digesting, type End, exchange, listen, listens } from './ends.ts'

const one = oneDevice()
const held = new AsyncDisposableStack()
const payload = Buffer.alloc(2_000_000, 'ordinary')
const digest = sha256(payload)
let user: UnixUser
let login: SshTarget
let folder = ''
let target: End

beforeAll(async () => {
  user = held.use(await unixUser())
  folder = join('/tmp', `sshore-ordinary-${crypto.randomUUID().slice(0, 8)}`)
  await mkdir(folder)
  await chmod(folder, 0o777)
  target = held.use(await listen(digesting))
  const device = await one.stack.addDevice(one.namespace, {
    user,
    dataDir: join(user.home, 'agent'),
    hostname: 'ordinary',
  })
  login = device.target(user.name)
})
afterAll(() => held.disposeAsync())

const forward = (...words: readonly string[]): Background =>
  sshInBackground(login, [], ['-v', '-N', '-o', 'ExitOnForwardFailure=yes', ...words])

describe.skipIf(!isRoot)('an agent that runs as an ordinary user', () => {
  it('lets its user reach ports and hosts', async () => {
    const [port, socks] = [await freePort(), await freePort()]
    await using client = forward('-L', `${port}:localhost:${target.port}`, '-D', String(socks))
    await listens(socks)
    expect(await exchange({ port, host: '127.0.0.1' }, payload)).toBe(digest)
    const web = createHttpServer((_, response) => response.end('through socks'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const address = web.address()
    const url = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/`
    const ran = await run('curl', ['-sS', '--proxy', `socks5h://127.0.0.1:${socks}`, '--noproxy', '', url])
    expect(ran).toMatchObject({ stdout: 'through socks', stderr: '' })
    web.closeAllConnections()
    web.close()
    expect(client.stderr()).not.toContain('open failed')
  })

  it('lets its user have ports listen, on the device, but for those below 1024', async () => {
    const port = await freePort()
    await using client = forward('-R', `${port}:127.0.0.1:${target.port}`)
    await client.says(/remote forward success/)
    expect(await exchange({ port, host: '127.0.0.1' }, payload)).toBe(digest)
    expect(await exchange({ port, host: '::1' }, payload)).toBe(digest)
    await using low = forward('-R', `81:127.0.0.1:${target.port}`)
    expect((await low.ended).code).toBe(255)
    expect(low.stderr()).toContain('Permission denied')
  })

  it('lets its user reach and make Unix sockets, and no more than the user may', async () => {
    const [service, made] = [join(folder, 'service.sock'), join(folder, 'made.sock')]
    await using _service = await listen(digesting, { path: service })
    await chmod(service, 0o666)
    const port = await freePort()
    await using client = forward('-L', `${port}:${service}`, '-R', `${made}:127.0.0.1:${target.port}`)
    await client.says(/remote forward success/)
    expect(await exchange({ port, host: '127.0.0.1' }, payload)).toBe(digest)
    const { mode, uid } = await stat(made)
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: user.uid })
    expect(await exchange({ path: made }, payload)).toBe(digest)
    await chmod(service, 0o600)
    expect(await exchange({ port, host: '127.0.0.1' }, 'x')).toBe('')
    await client.says(/open failed: connect failed: Permission denied/)
    client.kill('SIGTERM')
    await until('the socket is gone', () =>
      stat(made).then(
        () => false,
        () => true,
      ),
    )
    await using refused = forward('-R', `/root/made.sock:127.0.0.1:${target.port}`)
    expect((await refused.ended).code).toBe(255)
    expect(refused.stderr()).toContain('Permission denied')
  })

  it('brings an ssh-agent to the device', async () => {
    await using agent = await startSshAgent(login.keys)
    const ran = await ssh({ ...login, agent: agent.socket }, ['ssh-add -l; stat -c %U "$SSH_AUTH_SOCK"'])
    expect(ran).toMatchObject({ stderr: '', stdout: `${agent.listing}${user.name}\n` })
  })
})

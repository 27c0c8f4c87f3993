// The other ways to the device's network: SOCKS, the client's own standard input, a jump to the next host; and what
// becomes of connections when either side, or the network between, goes away.
import { createServer as createHttpServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import {
  createWeather,
  freePort,
  quoted,
  run,
  sha256,
  shell,
  ssh,
  sshInBackground,
  sshWords,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'
import { digesting, type End, exchange, listen, listens } from './ends.ts'

const one = oneDevice()
let target: End
beforeAll(async () => {
  target = await listen(digesting)
})
afterAll(() => target[Symbol.asyncDispose]())

const dial = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket))
    socket.once('error', reject)
  })

describe('ssh -D', () => {
  it.each(['socks5', 'socks5h', 'socks4a'])('serves curl through %s', async (scheme) => {
    const web = createHttpServer((_, response) => response.end('through socks'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const address = web.address()
    const port = await freePort()
    await using client = sshInBackground(one.device.target(), [], ['-N', '-D', String(port)])
    await listens(port)
    const host = scheme === 'socks5' ? '127.0.0.1' : 'localhost'
    const url = `http://${host}:${typeof address === 'object' && address ? address.port : 0}/`
    const ran = await run('curl', ['-sS', '--proxy', `${scheme}://127.0.0.1:${port}`, '--noproxy', '', url])
    expect(ran).toMatchObject({ stdout: 'through socks', stderr: '' })
    expect(client.stderr()).toBe('')
    web.closeAllConnections()
    web.close()
  })
})

describe('ssh -W and -J', () => {
  it("carry standard input and output to a port of the device's network", async () => {
    const sent = Buffer.alloc(4_000_000, 'through')
    const [program = '', ...words] = sshWords(one.device.target(), [], ['-W', `localhost:${target.port}`])
    expect((await run(program, words, { stdin: sent })).stdout).toBe(sha256(sent))
  })

  it.each([
    ['127.0.0.1', 'Connection refused'],
    ['no-such-host.invalid', 'Name or service not known'],
  ])('say what the system said when %s cannot be reached', async (host, word) => {
    const [program = '', ...words] = sshWords(one.device.target(), [], ['-W', `${host}:1`])
    const ran = await run(program, words)
    expect(ran.code).toBe(255)
    expect(ran.stderr).toContain(`open failed: connect failed: ${word}`)
  })

  it('reach the next host through the device', async () => {
    const gateway = one.device.target()
    const proxy = sshWords(gateway, [], ['-W', '[%h]:%p']).map(quoted).join(' ')
    const next = { ...gateway, options: ['-o', `ProxyCommand=${proxy}`] }
    expect((await ssh(next, ['echo', 'behind'])).stdout).toBe('behind\n')
    const config = join(one.stack.folder, 'jump-config')
    const [key = ''] = gateway.keys ?? []
    const common = `IdentityFile ${key}\nIdentityAgent none\nUserKnownHostsFile ${gateway.knownHosts}\nBatchMode yes\n`
    const hosts = `Host near far\nHostName 127.0.0.1\nPort ${gateway.port}\nUser ${gateway.user}\n${common}`
    await shell(`printf %s ${quoted(hosts)} > ${quoted(config)}`)
    expect((await run('ssh', ['-F', config, '-J', 'near', 'far', 'echo', 'jumped'])).stdout).toBe('jumped\n')
  })
})

describe('connections through one ssh -L', () => {
  it('may be five hundred at once', async () => {
    const port = await freePort()
    await using client = sshInBackground(one.device.target(), [], ['-N', '-L', `${port}:127.0.0.1:${target.port}`])
    await listens(port)
    const sockets = Array.from({ length: 500 }, () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    await until('all are made', () => target.open.size >= 500, { seconds: 30 })
    const digests = sockets.map(
      (socket, index) =>
        new Promise<string>((resolve) => {
          socket.once('data', (chunk) => resolve(chunk.toString()))
          socket.end(`connection ${index}`)
        }),
    )
    expect(await Promise.all(digests)).toEqual(sockets.map((_, index) => sha256(`connection ${index}`)))
    await until('all are over', () => target.open.size === 0)
    expect(client.stderr()).toBe('')
  })

  it('are gone on the device at once when the client has closed, though the target never ends', async () => {
    await using endless = await listen((socket) => {
      const speaking = setInterval(() => socket.write('still here'), 50)
      socket.resume().on('close', () => clearInterval(speaking))
    })
    const port = await freePort()
    await using client = sshInBackground(one.device.target(), [], ['-N', '-L', `${port}:127.0.0.1:${endless.port}`])
    const socket = await until('ssh listens', () => dial(port))
    await until('it is made', () => endless.open.size === 1)
    socket.resetAndDestroy()
    await until('the device has let go', () => endless.open.size === 0, { seconds: 5 })
    expect(client.stderr()).toBe('')
  })

  it('go on, byte for byte, when the link of the device breaks in the middle', async () => {
    await using weather = await createWeather({ port: one.stack.httpPort })
    const server = `http://127.0.0.1:${weather.port}`
    await using device = await one.stack.addDevice(one.namespace, { server, hostname: 'broken' })
    const [there, back] = [await freePort(), await freePort()]
    const forwards = ['-L', `${there}:127.0.0.1:${target.port}`, '-R', `${back}:127.0.0.1:${target.port}`]
    await using client = sshInBackground(device.target(), [], ['-N', ...forwards])
    await listens(there)
    await listens(back)
    const bytes = Buffer.alloc(64 * 1024 * 1024, 'over a cut')
    const done = [there, back].map((port) => exchange({ port, host: '127.0.0.1' }, bytes))
    await until('bytes arrive', () => [...target.open].reduce((sum, socket) => sum + socket.bytesRead, 0) > 4_000_000)
    weather.cut()
    weather.restore()
    expect(await Promise.all(done)).toEqual([sha256(bytes), sha256(bytes)])
    expect(client.stderr()).toBe('')
  })
})

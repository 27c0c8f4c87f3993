// HTTP tunnels as visitors meet them: the real curl, a real WebSocket client, services of Node and a real agent.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { longTests, until } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { curl, openTunnel, say, serve, type Service, withTunnels } from './tunnel-world.ts'

const one = withTunnels()
let service: Service
const seen: IncomingMessage[] = []
beforeAll(async () => {
  service = await serve((request, response) => {
    seen.push(request)
    const { url = '' } = request
    if (url.startsWith('/echo')) {
      response.writeHead(201, { 'Content-Type': 'application/octet-stream' })
      request.pipe(response)
    } else if (url === '/drip') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write('data: one\n\n')
      request.socket.once('close', () => seen.push(request))
    } else if (url === '/redirect') {
      response.writeHead(302, { Location: `http://127.0.0.1:${service.port}/there?x=1` }).end()
    } else if (url === '/cookies') {
      response.writeHead(200, {
        'Set-Cookie': ['a=1; Domain=tunnels.test; Path=/', 'b=2'],
        'Clear-Site-Data': '"cookies"',
      })
      response.end()
    } else response.end(JSON.stringify({ method: request.method, url, headers: request.rawHeaders }))
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('a request', () => {
  it('reaches the service as the service knows itself, with what is known of the visitor', async () => {
    const tunnel = await openTunnel(one, service.port)
    const words = [
      '-H',
      'X-Forwarded-For: 6.6.6.6',
      '-H',
      'Connection: X-Secret',
      '-H',
      'X-Secret: 1',
      '-H',
      'X-Mine: yes',
    ]
    const { stdout, stderr } = await curl(one, tunnel, '/a/b?c=d%20e', words)
    expect(stderr).toBe('')
    const { method, url, headers } = JSON.parse(stdout) as { method: string; url: string; headers: string[] }
    expect([method, url]).toEqual(['GET', '/a/b?c=d%20e'])
    const sent = Object.fromEntries(headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1]]])))
    expect(sent).toMatchObject({
      Host: `127.0.0.1:${service.port}`,
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Host': `${tunnel.full_address}:${one.stack.httpPort}`,
      'X-Forwarded-Proto': 'http',
      'X-Mine': 'yes',
    })
    expect(headers).not.toContain('X-Secret')
    expect(headers.filter((name) => name === 'X-Forwarded-For')).toHaveLength(1)
  })

  it('brings up and down what is large, byte for byte', async () => {
    const tunnel = await openTunnel(one, service.port)
    const [file, back] = [join(one.stack.folder, 'large'), join(one.stack.folder, 'back')]
    await writeFile(file, randomBytes(24 * 1024 * 1024))
    for (const how of [
      ['-T', file, '-X', 'POST'],
      ['-T', file, '-X', 'POST', '-H', 'Transfer-Encoding: chunked'],
    ]) {
      const { code, stdout, stderr } = await curl(one, tunnel, '/echo', [...how, '-o', back, '-w', '%{http_code}'])
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '201', stderr: '' })
      const digest = async (path: string) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      expect(await digest(back)).toBe(await digest(file))
    }
  })

  it('is answered piece by piece, as the service speaks', async () => {
    const tunnel = await openTunnel(one, service.port)
    const head = `GET /drip HTTP/1.1\r\nHost: ${tunnel.full_address}\r\n\r\n`
    const heard = await say(one.stack.httpPort, head, /data: one/)
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    // The visitor is gone, and so is their connection to the service.
    await until('the service is left', () => seen.filter(({ url }) => url === '/drip').length === 2)
  })

  it('to a HEAD and to what has no body is answered without one, and the connection goes on', async () => {
    const tunnel = await openTunnel(one, service.port)
    const { stdout } = await curl(one, tunnel, '/x', ['-I', '-w', '%{http_code} %{size_download}'])
    expect(stdout).toMatch(/200 0$/)
    const twice = await curl(one, tunnel, '/[1-3]', ['-w', ' %{num_connects}'])
    expect(twice.stdout.match(/ \d/g)).toEqual([' 1', ' 0', ' 0'])
  })

  it('that is redirected to the service itself stays in the tunnel, and cookies are of their tunnel alone', async () => {
    const tunnel = await openTunnel(one, service.port)
    expect((await curl(one, tunnel, '/redirect', ['-i'])).stdout).toMatch(/^Location: \/there\?x=1\r$/m)
    const { stdout } = await curl(one, tunnel, '/cookies', ['-i'])
    expect(stdout).toMatch(/^Set-Cookie: a=1; Path=\/\r\nSet-Cookie: b=2\r$/m)
    expect(stdout).not.toMatch(/clear-site-data/i)
  })
})

it.runIf(longTests)(
  'a request may take longer to arrive than the console allows its own',
  async () => {
    const tunnel = await openTunnel(one, service.port)
    const file = join(one.stack.folder, 'slow')
    await writeFile(file, 'x'.repeat(500_000))
    const words = ['-T', file, '-X', 'POST', '--limit-rate', '11000', '--max-time', '90', '-o', '/dev/null']
    const { stdout } = await curl(one, tunnel, '/echo', [...words, '-w', '%{http_code} %{size_download}'])
    expect(stdout).toBe('201 500000')
  },
  120_000,
)

describe('a WebSocket', () => {
  it('carries messages both ways until either side says goodbye', async () => {
    await using ws = await serve((_request, response) => response.writeHead(426).end('only WebSockets'))
    const server = new WebSocketServer({ server: ws.server })
    server.on('connection', (socket, request) => {
      socket.send(`for ${String(request.headers['x-forwarded-host'])}`)
      socket.on('message', (message, isBinary) => socket.send(message, { binary: isBinary }))
    })
    const tunnel = await openTunnel(one, ws.port)
    const options = { headers: { Host: tunnel.full_address }, perMessageDeflate: true }
    const client = new WebSocket(`ws://127.0.0.1:${one.stack.httpPort}/live`, options)
    const messages: string[] = []
    client.on('message', (message: Buffer) => messages.push(message.toString()))
    await until('the greeting', () => messages[0] === `for ${tunnel.full_address}`)
    const large = 'x'.repeat(3 * 1024 * 1024)
    client.send(large)
    client.send('after')
    await until('the echo', () => messages.length === 3)
    expect([messages[1] === large, messages[2]]).toEqual([true, 'after'])
    client.close(4321, 'enough')
    const [code] = await once([...server.clients][0] ?? server, 'close')
    expect(code).toBe(4321)

    // What is no WebSocket is answered as the service does.
    const refused = new WebSocket(`ws://127.0.0.1:${one.stack.httpPort}/`, { headers: { Host: tunnel.full_address } })
    refused.on('error', () => undefined)
    await once(refused, 'open')
    refused.terminate()
    const { stdout } = await curl(one, tunnel, '/', ['-w', ' %{http_code}'])
    expect(stdout).toBe('only WebSockets 426')
  })

  it('is refused as the service refuses it, and ends with its tunnel', async () => {
    await using plain = await serve((_request, response) => response.end())
    plain.server.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
    })
    const tunnel = await openTunnel(one, plain.port)
    const client = new WebSocket(`ws://127.0.0.1:${one.stack.httpPort}/`, { headers: { Host: tunnel.full_address } })
    const [error] = (await once(client, 'error')) as [Error]
    expect(error.message).toContain('403')

    await using ws = await serve(() => undefined)
    const server = new WebSocketServer({ server: ws.server })
    const live = await openTunnel(one, ws.port)
    const open = new WebSocket(`ws://127.0.0.1:${one.stack.httpPort}/`, { headers: { Host: live.full_address } })
    await once(open, 'open')
    open.on('error', () => undefined)
    const closed = once(open, 'close')
    await one.namespace.owner.client.deleteTunnel({ params: { uid: one.device.uid, address: live.address } })
    await closed
    await until('the service hears of it', () => server.clients.size === 0)
  })
})

describe('what cannot be shown', () => {
  const told = async (tunnel: Parameters<typeof curl>[1], path = '/', words: string[] = []) => {
    const { stdout } = await curl(one, tunnel, path, [...words, '-w', ' %{http_code}'])
    const [, body = '', status] = /^([^]*) (\d{3})$/.exec(stdout) ?? []
    return { body, status: Number(status) }
  }

  it('is told programs in JSON and people in a page that loads nothing from elsewhere', async () => {
    const tunnel = await openTunnel(one, service.port)
    const nowhere = { ...tunnel, full_address: `${'0'.repeat(32)}.tunnels.test` }
    const { body, status } = await told(nowhere)
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { message: expect.stringContaining('There is no tunnel') as string, code: 'tunnel_not_found' },
    ])
    const { stdout: page } = await curl(one, nowhere, '/', ['-i', '-H', 'Accept: text/html,*/*;q=0.8'])
    expect(page).toMatch(/^HTTP\/1\.1 404/)
    expect(page).toMatch(/content-security-policy: default-src 'none'; style-src 'unsafe-inline'/i)
    expect(page).toContain('<h1>There is no tunnel at this address.</h1>')
    expect(page).toContain('light-dark(')
    expect(page).not.toMatch(/src=|href=|@import|url\(/)
    expect(await told({ ...tunnel, full_address: 'other.tunnels.test' })).toMatchObject({ status: 404 })
    // The domain itself, and names that only end alike, are the console's.
    for (const name of ['tunnels.test', `x${tunnel.address}.nottunnels.test`]) {
      expect((await told({ ...tunnel, full_address: name }, '/api/none')).body).toContain('"not_found"')
    }
  })

  it('is a service that is not there, or that speaks something else', async () => {
    const gone = await serve(() => undefined)
    await gone[Symbol.asyncDispose]()
    const { body, status } = await told(await openTunnel(one, gone.port))
    expect([status, JSON.parse(body)]).toMatchObject([502, { code: 'service_unreachable' }])
    const odd = await one.stack.newKey()
    expect(odd.line).not.toBe('')
    const speaks = one.stack.sshPort
    expect(await told(await openTunnel(one, speaks))).toMatchObject({
      status: 502,
      body: expect.stringContaining('bad_response') as string,
    })
  })

  it('is a service of a device that lets nobody in by the word of the server alone', async () => {
    await using strict = await one.stack.addDevice(one.namespace, { ownKeysOnly: true, hostname: 'strict' })
    const body = { host: '127.0.0.1', port: service.port, ttl: -1 }
    const { client } = one.namespace.owner
    const { body: tunnel } = await client.createTunnel({ params: { uid: strict.uid }, body })
    expect(await told(tunnel)).toMatchObject({ status: 502 })
    const line = await until('the line', () => one.stack.log().find((text) => text.includes('own-keys-only')))
    expect(line).toContain('tunnel request')
  })

  it('is a tunnel that has expired, was closed, or leads to a device that is rejected', async () => {
    const short = await openTunnel(one, service.port, { ttl: 0 })
    expect(await told(short)).toMatchObject({ status: 404 })
    const again = await openTunnel(one, service.port)
    expect(again.address).toBe(short.address)
    expect(await told(again)).toMatchObject({ status: 200 })
    const { client } = one.namespace.owner
    await client.setDeviceStatus({ params: { uid: one.device.uid, status: 'reject' } })
    expect(await told(again)).toMatchObject({ status: 404 })
    await client.setDeviceStatus({ params: { uid: one.device.uid, status: 'accept' } })
    await until('it is back', async () => (await told(again)).status === 200)
  })

  it('is kept by the firewall from whom it is about, by the address that counts', async () => {
    const tunnel = await openTunnel(one, service.port)
    const rule = { action: 'deny', active: true, priority: 1, username: '.*', filter: { hostname: '.*' } } as const
    const { client } = one.namespace.owner
    const { body } = await client.createFirewallRule({ body: { ...rule, source_ip: String.raw`127\.0\.0\.2` } })
    const from = (address: string) => told(tunnel, '/', ['--interface', address])
    expect(await from('127.0.0.2')).toMatchObject({ status: 403, body: expect.stringContaining('"denied"') as string })
    expect(await from('127.0.0.3')).toMatchObject({ status: 200 })
    await client.deleteFirewallRule({ params: { id: body.id } })
  })

  it('leaves a line in the access log for each request that was carried, without the address that lets in', async () => {
    const tunnel = await openTunnel(one, service.port)
    await told(tunnel, '/logged?token=secret')
    const line = await until('the line', () => one.stack.log().find((text) => text.includes('"/logged"')))
    expect(JSON.parse(line)).toMatchObject({
      msg: 'tunnel request',
      tunnel: tunnel.address.slice(0, 8),
      method: 'GET',
      path: '/logged',
      status: 200,
      address: '127.0.0.1',
    })
    expect(line).not.toMatch(new RegExp(`secret|${tunnel.address}`))
  })
})

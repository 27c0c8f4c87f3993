// nginx at both ends of a tunnel: in front of the server as the README has it, and behind the device.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Nginx, repositoryRoot, startNginx, until } from '@sshore/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { curlAt, openTunnel, serve, withTunnels } from './tunnel-world.ts'

const one = withTunnels({ trustedProxies: ['127.0.0.1'] })
const held = new AsyncDisposableStack()
let front: Nginx
let www: string
beforeAll(async () => {
  // What the README tells operators, without TLS, and with connections to the server that stay open for all names alike.
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
  const location = /server_name \*\.tunnels[^]*?( {5}location \/ \{[^]*?\n {5}\})/.exec(readme)?.[1] ?? ''
  expect(location).toContain('proxy_pass http://127.0.0.1:8080;')
  const kept = location.replace('http://127.0.0.1:8080', 'http://sshore').replace('$http_connection', '$kept')
  front = held.use(
    await startNginx(
      one.stack.folder,
      (port) => `
        map $http_upgrade $kept { "" ""; default $http_connection; }
        upstream sshore { server 127.0.0.1:${one.stack.httpPort}; keepalive 1; }
        server { listen 127.0.0.1:${port}; client_max_body_size 0; ${kept} }`,
    ),
  )
  www = join(one.stack.folder, 'www')
  await mkdir(www)
})
afterAll(() => held.disposeAsync())

it('requests for the console and for tunnels come on one connection, and each finds its own', async () => {
  await using back = await startNginx(one.stack.folder, (port) => `server { listen 127.0.0.1:${port}; root ${www}; }`)
  const page = randomBytes(3_000_000)
  await writeFile(join(www, 'page.bin'), page)
  const tunnel = await openTunnel(one, back.port)
  for (let round = 0; round < 3; round += 1) {
    const copy = join(one.stack.folder, 'copy')
    const got = await curlAt(front.port, tunnel, '/page.bin', ['-o', copy, '-w', '%{http_code}'])
    expect([got.stdout, (await readFile(copy)).equals(page)]).toEqual(['200', true])
    const part = await curlAt(front.port, tunnel, '/page.bin', ['-r', '10-19', '-o', copy, '-w', '%{http_code}'])
    expect([part.stdout, await readFile(copy)]).toEqual(['206', page.subarray(10, 20)])
    const { full_address: _tunnel, ...rest } = tunnel
    const console = await curlAt(front.port, { ...rest, full_address: 'sshore.test' }, '/info')
    expect(console.stdout).toContain('"version"')
  }
})

it('a visitor is who the proxy says, and WebSockets and large uploads pass', async () => {
  await using service = await serve((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.end(`${bytes} from ${String(request.headers['x-forwarded-for'])}`))
  })
  new WebSocketServer({ server: service.server }).on('connection', (socket) => {
    socket.on('message', (message) => socket.send(message))
  })
  const tunnel = await openTunnel(one, service.port)
  const file = join(one.stack.folder, 'upload')
  await writeFile(file, randomBytes(8_000_000))
  const words = ['--interface', '127.0.0.7', '-T', file, '-H', 'X-Forwarded-For: 6.6.6.6']
  expect((await curlAt(front.port, tunnel, '/', words)).stdout).toBe('8000000 from 127.0.0.7')
  await until('the line', () => one.stack.log().find((line) => line.includes('"address":"127.0.0.7"')))
  const socket = new WebSocket(`ws://127.0.0.1:${front.port}/`, { headers: { Host: tunnel.full_address } })
  await once(socket, 'open')
  socket.send('through')
  const [message] = (await once(socket, 'message')) as [Buffer]
  expect(message.toString()).toBe('through')
  socket.close()
})

// What visitors must not get past a tunnel: requests that two servers would understand in two ways, and hosts that are not theirs.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tunnel } from '@sshore/contract'
import { openTunnel, say, serve, type Service, withTunnels } from './tunnel-world.ts'

const one = withTunnels()
let service: Service
let tunnel: Tunnel
let reached: string[] = []
beforeAll(async () => {
  service = await serve((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('reached'))
  })
  tunnel = await openTunnel(one, service.port)
})
beforeEach(() => {
  reached = []
})
afterAll(() => service?.[Symbol.asyncDispose]())

const host = () => `Host: ${tunnel.full_address}\r\n`
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
const post = (fields: string, body: string) => () => `POST / HTTP/1.1\r\n${host()}${fields}\r\n${body}`

const refused: Readonly<Record<string, readonly [status: number, request: () => string]>> = {
  'a length and a transfer coding': [
    400,
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
  ],
  'a transfer coding and a length': [
    400,
    post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', `0\r\n\r\n${smuggled}`),
  ],
  'two lengths': [400, post('Content-Length: 5\r\nContent-Length: 6\r\n', `hello${smuggled}`)],
  'the same length twice': [400, post('Content-Length: 5\r\nContent-Length: 5\r\n', `hello${smuggled}`)],
  'a list of lengths': [400, post('Content-Length: 5, 5\r\n', `hello${smuggled}`)],
  'a negative length': [400, post('Content-Length: -1\r\n', smuggled)],
  'an unknown transfer coding': [400, post('Transfer-Encoding: xchunked\r\n', smuggled)],
  'a transfer coding behind chunked': [400, post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`)],
  'a chunk whose size is none': [400, post('Transfer-Encoding: chunked\r\n', `0x5\r\nhello\r\n0\r\n\r\n${smuggled}`)],
  'a chunk longer than its size': [400, post('Transfer-Encoding: chunked\r\n', `3\r\nhello\r\n0\r\n\r\n${smuggled}`)],
  'a folded field': [400, post('X-One: a\r\n b\r\nContent-Length: 0\r\n', '')],
  'a folded transfer coding': [400, post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${smuggled}`)],
  'a space before the colon': [400, post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`)],
  'lines that end with a newline alone': [400, () => `GET / HTTP/1.1\n${host().replace('\r', '')}\n`],
  'a carriage return within a value': [400, post('X-One: a\rTransfer-Encoding: chunked\r\n', '')],
  'a NUL within a value': [400, post('X-One: a\0b\r\n', '')],
  'a field without a name': [400, post(': nothing\r\n', '')],
  'an address of elsewhere in place of a path': [400, () => `GET http://127.0.0.1:9/ HTTP/1.1\r\n${host()}\r\n`],
  'the address of the tunnel in place of a path': [
    400,
    () => `GET http://${tunnel.full_address}/ HTTP/1.1\r\n${host()}\r\n`,
  ],
  'two hosts': [400, () => `GET / HTTP/1.1\r\n${host()}Host: other.example\r\n\r\n`],
  'a host of elsewhere, and then the tunnel': [
    404,
    () => `GET /api/x HTTP/1.1\r\nHost: other.example\r\n${host()}\r\n`,
  ],
  'no host': [400, () => 'GET / HTTP/1.1\r\n\r\n'],
  'an unknown host': [404, () => 'GET /api/x HTTP/1.1\r\nHost: other.example\r\n\r\n'],
  'header fields that are too large': [431, post(`X-Large: ${'x'.repeat(20_000)}\r\n`, '')],
  'another protocol with a body': [400, post('Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n', 'hello')],
  'a WebSocket with a body': [
    400,
    () =>
      `GET / HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 40\r\n\r\n${smuggled}`,
  ],
}

describe('does not reach the service', () => {
  it.each(Object.entries(refused))('%s', async (name, [status, request]) => {
    const heard = await say(one.stack.httpPort, Buffer.from(request(), 'latin1'), /\r\n\r\n(?:[^]*\}|<)/)
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(heard).not.toContain('reached')
    // The control, on a connection of its own: nothing is stuck or out of step.
    const fine = `GET /fine HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`
    expect(await say(one.stack.httpPort, fine)).toMatch(/^HTTP\/1\.1 200 OK[^]*reached$/)
    // A body is passed on as it comes: what is wrong in the middle of it breaks the request off, and nothing follows.
    const begun = name.startsWith('a chunk') ? ['POST /'] : []
    expect(reached.filter((request) => !begun.includes(request))).toEqual(['GET /fine'])
  })

  it('a request to make a connection to anywhere', async () => {
    expect(await say(one.stack.httpPort, `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host()}\r\n`)).toBe('')
    expect(reached).toEqual([])
  })
})

it('what is sent at once is answered in order, each as it is', async () => {
  const chunked = `POST /b HTTP/1.1\r\n${host()}Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n`
  const last = `GET /c HTTP/1.1\r\n${host()}Connection: close\r\n\r\n`
  const heard = await say(one.stack.httpPort, `GET /a HTTP/1.1\r\n${host()}\r\n${chunked}${last}`)
  expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
  expect(reached.toSorted()).toEqual(['GET /a', 'GET /c', 'POST /b'])
})

it('a WebSocket that is asked for behind a request without its answer ends the connection', async () => {
  const upgrade = `GET /ws HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  for (const name of [tunnel.full_address, 'console.test']) {
    const before = `GET /api/before HTTP/1.1\r\nHost: ${name}\r\n\r\n`
    expect(await say(one.stack.httpPort, `${before}${upgrade}`)).not.toMatch(/101|HTTP[^]*HTTP/)
  }
  expect(reached).not.toContain('GET /ws')
})

it('another protocol than HTTP is not gone over to', async () => {
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  const heard = await say(one.stack.httpPort, `GET /h2 HTTP/1.1\r\n${host()}${h2c}\r\n`)
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK/)
  // What the connection before was ended behind may arrive as late as this.
  expect(reached.filter((request) => request !== 'GET /api/before')).toEqual(['GET /h2'])
})

// HTTP tunnels as visitors meet them: the real curl, a real WebSocket client, services of Node and a real agent.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { until } from '@sshore/testkit'
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
      response.writeHead(200, { 'Set-Cookie': ['a=1; Domain=tunnels.test; Path=/', 'b=2'], 'Clear-Site-Data': '"cookies"' })
      response.end()
    } else response.end(JSON.stringify({ method: request.method, url, headers: request.rawHeaders }))
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe('a request', () => {
  it('reaches the service as the service knows itself, with what is known of the visitor', async () => {
    const tunnel = await openTunnel(one, service.port)
    const words = ['-H', 'X-Forwarded-For: 6.6.6.6', '-H', 'Connection: X-Secret', '-H', 'X-Secret: 1', '-H', 'X-Mine: yes']
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
})

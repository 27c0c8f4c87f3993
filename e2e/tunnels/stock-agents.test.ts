// Tunnels to devices with stock agents, of both generations.
import { features } from '@sshore/contract'
import { stockAgents } from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { withStockAgents } from '../stock-agents/with-stock-agent.ts'
import { curlAt, domain, serve, type Service } from './tunnel-world.ts'

const world = withStockAgents({ config: { edition: features.tunnels[0], tunnelsDomain: domain } })
let service: Service
beforeAll(async () => {
  service = await serve((request, response) => {
    if (request.method === 'POST') request.pipe(response)
    else response.end(`${request.url} `.repeat(50_000))
  })
  new WebSocketServer({ server: service.server }).on('connection', (socket) => {
    socket.on('message', (message) => socket.send(message))
  })
})
afterAll(() => service?.[Symbol.asyncDispose]())

describe.each(Object.entries(stockAgents))('an agent of the %s kind', (_kind, quirks) => {
  it('carries requests, bodies and WebSockets, and says what it cannot reach', async () => {
    const { stack, namespace } = world()
    await using device = await world().addDevice(quirks)
    const params = { uid: device.agent.uid as never }
    const open = async (port: number) =>
      (await namespace.owner.client.createTunnel({ params, body: { host: '127.0.0.1', port, ttl: -1 } })).body
    const tunnel = await open(service.port)
    const { stdout } = await curlAt(stack.httpPort, tunnel, '/[1-3]')
    expect(stdout).toBe([1, 2, 3].map((number) => `/${number} `.repeat(50_000)).join(''))
    const body = 'x'.repeat(100_000)
    expect((await curlAt(stack.httpPort, tunnel, '/', ['-d', body])).stdout).toBe(body)
    const client = new WebSocket(`ws://127.0.0.1:${stack.httpPort}/`, { headers: { Host: tunnel.full_address } })
    await once(client, 'open')
    client.send('hello')
    const [message] = (await once(client, 'message')) as [Buffer]
    expect(message.toString()).toBe('hello')
    client.close()
    const nothing = await curlAt(stack.httpPort, await open(1), '/', ['-w', ' %{http_code}'])
    expect(nothing.stdout).toMatch(/"service_unreachable"\} 502$/)
  })
})

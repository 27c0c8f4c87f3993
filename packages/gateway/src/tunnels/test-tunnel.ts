// A tunnel for the tests of this folder: visitors over a real port, a real link, and at its end a service that a test writes.
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TunnelAddress } from '@sshore/contract'
import { createLink, type LinkStream, type PairedSocket, socketPair } from '@sshore/link'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createMetrics } from '../metrics.ts'
import { systemClock } from '../system-clock.ts'
import { TestClock } from '../test-clock.ts'
import { createTestServer, testTenant, testUid } from '../test-server-api.ts'
import { TunnelPort } from './tunnel-port.ts'

export const testAddress = '0f8fad5bd9cb469fa16570867728950e' as TunnelAddress
export const testHost = `${testAddress}.tunnels.test`

/** One connection that the device was asked for. */
export interface ServiceConnection {
  readonly stream: LinkStream
  /** What it got so far. */
  heard: string
  ended: boolean
  say(text: string): void
}

export interface TestTunnel extends AsyncDisposable {
  readonly clock: TestClock
  readonly port: TunnelPort
  readonly connections: ServiceConnection[]
  readonly logged: Record<string, unknown>[]
  /** What is done with each piece that a connection hears. */
  onHeard: (connection: ServiceConnection) => void
  cut(): void
  visit(): Visit
}

export interface Visit {
  readonly socket: Socket
  heard: string
  closed: boolean
}

export async function createTestTunnel(): Promise<TestTunnel> {
  await using undo = new AsyncDisposableStack()
  const ends = { id: 'test', clock: systemClock, resumptionSeconds: 120 }
  const near = createLink({ ...ends, role: 'gateway' })
  const far = createLink({ ...ends, role: 'agent' })
  undo.defer(() => near.link.close(1000, 'test over'))
  undo.defer(() => far.link.close(1000, 'test over'))
  const connections: ServiceConnection[] = []
  far.link.onStream = (stream) => {
    const connection: ServiceConnection = {
      stream,
      heard: '',
      ended: false,
      say: (text) => void stream.write(Buffer.from(text, 'latin1')),
    }
    connections.push(connection)
    stream.handler = {
      onData: (chunk) => {
        connection.heard += Buffer.from(chunk).toString('latin1')
        stream.consumed(chunk.length)
        tunnel.onHeard(connection)
      },
      onMessage: () => undefined,
      onEnd: () => {
        connection.ended = true
        stream.close()
      },
      onDrain: () => undefined,
      onClose: () => {
        connection.ended = true
      },
    }
    stream.message({ type: 'opened' })
  }
  const [left, right]: readonly [PairedSocket, PairedSocket] = socketPair()
  near.attach(left, 0)
  far.attach(right, 0)
  const server = createTestServer()
  const target = { device_uid: testUid, tenant_id: testTenant, host: '127.0.0.1', port: 3000 }
  server.answers.set(`/internal/tunnels/${testAddress}/visits`, { outcome: 'found', target })
  const clock = new TestClock()
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const port = undo.use(
    new TunnelPort({
      ...{ domain: 'tunnels.test', scheme: 'https', consoleUrl: () => 'https://console.test' },
      ...{ client: server.client, findLink: () => near.link, metrics: createMetrics(new Registry()), log, clock },
      surroundings: {
        addressOf: () => '203.0.113.9',
        hostOf: ({ headers }) => headers.host ?? '',
        publicUrl: undefined,
      },
    }),
  )
  const http: Server = createServer((request, response) => {
    if (!port.acceptRequest(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  undo.defer(() => {
    http.closeAllConnections()
    http.close()
  })
  const tunnel: TestTunnel = {
    clock,
    port,
    connections,
    logged,
    onHeard: () => undefined,
    cut: () => left.cut(),
    visit() {
      const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
      const visit: Visit = { socket, heard: '', closed: false }
      socket.on('data', (chunk: Buffer) => (visit.heard += chunk.toString('latin1')))
      socket.on('error', () => undefined)
      socket.on('close', () => (visit.closed = true))
      undone.defer(() => void socket.destroy())
      return visit
    },
    [Symbol.asyncDispose]: () => undone.disposeAsync(),
  }
  const undone = undo.move()
  return tunnel
}

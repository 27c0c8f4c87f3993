// A whole gateway behind a real HTTP server, and devices that dial it over real WebSockets.
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkPath, linkSubprotocol } from '@sshore/contract'
import { type AgentLink, createAgentLink } from '@sshore/link'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { WebSocket } from 'ws'
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts'
import { linkSocketOver } from './links/web-socket.ts'
import { systemClock } from './system-clock.ts'
import { serveTestDevice, type TestDevice, type TestDeviceBehaviour } from './test-device.ts'
import { createTestServer, type TestServer, testTenant, testUid, unauthenticated } from './test-server-api.ts'
import { SshClient } from './test-ssh-client.ts'

export interface TestGateway extends AsyncDisposable {
  readonly gateway: Gateway
  readonly server: TestServer
  readonly ssh: SshClient
  readonly sshPort: number
  readonly httpPort: number
  readonly logged: Record<string, unknown>[]
  readonly metrics: Registry
  readonly publicKey: string
  /** A device that dials over `port`, which may be a relay's. */
  dialIn(options?: { port?: number; behaviour?: TestDeviceBehaviour }): LinkedTestDevice
}

export interface LinkedTestDevice {
  readonly agent: AgentLink
  /** Streams of the present link. */
  readonly device: () => TestDevice | undefined
  /** Why it had to wait before it dialled again. */
  readonly waits: string[]
}

export async function createTestGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'sshore-gateway-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const server = createTestServer()
  const metrics = new Registry()
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const { client, bus } = server
  const hostKeyDir = join(folder, 'keys')
  const gateway = await createGateway({ client, bus, hostKeyDir, log, metrics, version: '0.0.0-test', ...options })
  undo.use(gateway)
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  server.answers.set('/internal/devices/authenticate', (body: { token: string }) =>
    body.token === 'device-token'
      ? { uid: testUid, tenant_id: testTenant, public_key: pem, status: 'accepted' }
      : unauthenticated,
  )
  const http = createServer()
  http.on('upgrade', (request, socket, head) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    gateway.acceptUpgrade(path, request, socket, head)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  undo.defer(() => void http.close())
  const httpAddress = http.address()
  const httpPort = typeof httpAddress === 'object' && httpAddress ? httpAddress.port : 0
  const { port: sshPort } = await gateway.listen('127.0.0.1', 0)
  const ssh = undo.use(await SshClient.create(sshPort))

  const agents = new DisposableStack()
  undo.defer(() => agents.dispose())
  const dialIn: TestGateway['dialIn'] = ({ port = httpPort, behaviour } = {}) => {
    let device: TestDevice | undefined
    const waits: string[] = []
    const agent = createAgentLink({
      clock: systemClock,
      random: Math.random,
      uid: testUid,
      agentVersion: '0.0.0-test',
      dial: async () => {
        const headers = { authorization: 'Bearer device-token' }
        const webSocket = new WebSocket(`ws://127.0.0.1:${port}${linkPath}`, linkSubprotocol, {
          headers,
          perMessageDeflate: false,
        })
        const socket = linkSocketOver(webSocket)
        // The first message may come with `open`, before the link has set its callbacks.
        webSocket.once('open', () => webSocket.pause())
        await once(webSocket, 'open')
        setImmediate(() => webSocket.resume())
        return socket
      },
      sign: (text) => Promise.resolve(sign(null, Buffer.from(text), privateKey).toString('base64')),
      onLink: (link) => {
        device = serveTestDevice(link, behaviour)
      },
      onRevoked: (reason) => waits.push(`revoked: ${reason}`),
      onWaiting: (_, reason) => waits.push(reason),
    })
    agents.use(agent)
    return { agent, device: () => device, waits }
  }
  const resources = undo.move()
  const parts = { gateway, server, ssh, sshPort, httpPort, logged, metrics, publicKey: pem, dialIn }
  return { ...parts, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

export interface Relay extends AsyncDisposable {
  readonly port: number
  /** Cuts every connection without a word; new ones are refused until `mend`. */
  cut(): void
  mend(): void
}

/** A TCP relay to `port` whose connections can be cut. */
export async function createRelay(port: number): Promise<Relay> {
  let broken = false
  const sockets = new Set<Socket>()
  const relay = createTcpServer((near) => {
    if (broken) {
      near.destroy()
      return
    }
    const far = connect({ port, host: '127.0.0.1' })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      broken = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      broken = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}

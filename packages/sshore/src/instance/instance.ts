// One whole server in one process: API and gateway on one data folder.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { type Client, createClient } from '@sshore/client'
import { createGateway, type Gateway, type GatewayOptions } from '@sshore/gateway'
import {
  clientAddress,
  createServer,
  requestedHost,
  type Server,
  type ServerOptions,
  trustedProxies,
} from '@sshore/server'
import type { Logger } from 'pino'
import type { Config } from '../config/variables.ts'
import { consoleUrl } from './addresses.ts'
import { openControlSocket } from './control-socket.ts'
import { makeDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-lock.ts'
import { startFailure } from './start-failure.ts'
import { httpNames, listening, sshNames } from './listening.ts'
import { addressedTo } from './running-address.ts'
import { type ServerConfig, serverSettings } from './server-settings.ts'
import { carryRequests, tunnelsOf } from './tunnels.ts'

export type InstanceConfig = ServerConfig &
  Pick<Config, 'host' | 'httpPort' | 'sshHost' | 'sshPort' | 'trustedProxies' | 'drainSeconds' | 'consoleDir'> &
  Partial<Pick<Config, 'docsDir' | 'sshProxyProtocol' | 'tunnelsDomain'>>

export interface InstanceOptions {
  readonly config: InstanceConfig
  readonly version: string
  readonly log: Logger
}

export interface Instance extends AsyncDisposable {
  readonly httpPort: number
  readonly sshPort: number
  /** Calls the server with the rights of our own processes. */
  readonly client: Client
  readonly server: Server
  /** Takes no new work and lets what runs come to an end, within the configured time. */
  drain(): Promise<void>
}

function carryUpgrades(server: Server, gateway: Gateway): void {
  server.http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node takes its own listener off before this event; a reset without one would end the process.
    socket.on('error', () => socket.destroy())
    const [path = ''] = (request.url ?? '').split('?', 1)
    if (gateway.acceptUpgrade(path, request, socket, head)) return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
  })
}

function surroundingsOf({ trustedProxies: entries, publicUrl }: InstanceConfig): GatewayOptions['surroundings'] {
  const trusted = trustedProxies(entries)
  const peerOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? ''
  return {
    addressOf: (request) => clientAddress(peerOf(request), request.headers, trusted),
    hostOf: (request) => requestedHost(peerOf(request), request.headers, trusted),
    publicUrl,
  }
}

const openServer = (options: ServerOptions): Promise<Server> =>
  createServer(options).catch((error: unknown) => {
    throw startFailure(error)
  })

/** Starts everything and returns when both ports take connections. Disposing it closes them and ends what runs. */
export async function startInstance({ config, version, log }: InstanceOptions): Promise<Instance> {
  await using undo = new AsyncDisposableStack()
  makeDataFolder(config.dataDir)
  undo.use(lockDataFolder(config.dataDir))
  const serviceToken = randomBytes(32).toString('base64url')
  let { sshPort, httpPort: ownHttpPort } = config
  let joinContainer: Gateway['joinContainer'] = async () => {
    throw new Error('The gateway does not run yet.')
  }
  const tunnels = tunnelsOf(config, () => ownHttpPort)
  const server = undo.use(
    await openServer({
      ...serverSettings(config),
      version,
      serviceToken,
      sshEndpointPort: () => sshPort,
      trustedProxies: config.trustedProxies,
      drainSeconds: config.drainSeconds,
      containerLink: (token) => joinContainer(token),
      log,
      ...tunnels.server,
      ...(config.consoleDir === undefined ? {} : { consoleDir: config.consoleDir }),
      ...(config.docsDir === undefined ? {} : { docsDir: config.docsDir }),
    }),
  )
  const client = createClient(server.transport, () => ({ authorization: `Bearer ${serviceToken}` }))
  const gateway = undo.use(
    await createGateway({
      client,
      bus: server.bus,
      hostKeyDir: join(config.dataDir, 'host-keys'),
      metrics: server.metrics,
      ...(config.sshProxyProtocol === 'on' ? { proxies: trustedProxies(config.trustedProxies) } : {}),
      surroundings: surroundingsOf(config),
      ...tunnels.gateway,
      version,
      drainSeconds: config.drainSeconds,
      log,
    }),
  )
  joinContainer = (token) => gateway.joinContainer(token)
  carryUpgrades(server, gateway)
  if (config.tunnelsDomain) carryRequests(server.http, gateway)
  const sshHost = config.sshHost ?? config.host
  sshPort = (await listening(sshNames, sshHost, config.sshPort, () => gateway.listen(sshHost, config.sshPort))).port
  const { host, httpPort } = config
  const http = await listening(httpNames, host, httpPort, () => server.listen(host, httpPort))
  ownHttpPort = http.port
  const { host: address } = new URL(consoleUrl(undefined, host, http.port))
  const control = await openControlSocket(
    config.dataDir,
    addressedTo(address, server.transport),
    serviceToken,
    (incoming, response) => {
      server.http.emit('request', incoming, response)
    },
  )
  if (control) undo.use(control)
  else log.warn({ dataDir: config.dataDir }, 'the path of the data folder is too long for a control socket')
  const resources = undo.move()
  return {
    httpPort: http.port,
    sshPort,
    client,
    server,
    async drain() {
      await Promise.all([gateway.drain(), server.drain()])
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

// Where devices with stock agents come in: from the HTTP upgrade to a link that sessions can use.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Client } from '@sshore/client'
import type { DeviceUid } from '@sshore/contract'
import type { Clock, UnreadMemoryPool } from '@sshore/link'
import type { Logger } from 'pino'
import { createWebSocketStream, type WebSocket } from 'ws'
import type { Presence } from '../links/presence.ts'
import {
  completeUpgrade,
  createWebSocketServer,
  crowded,
  identifyDevice,
  type LinkedDevice,
  refuse,
  type Refusal,
  stopping,
} from '../links/upgrade.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { oneLine } from '../plain-text.ts'
import { type AgentTransport, stepSeconds } from './agent-transport.ts'
import { DialBackTransport } from './dial-back-transport.ts'
import { DialBacks } from './dial-backs.ts'
import { hostKeyOf } from './host-key.ts'
import { MultiplexedTransport } from './multiplexed-transport.ts'
import type { SigningKeys } from './signing-keys.ts'
import { StockLink } from './stock-link.ts'

export interface StockAgentPortOptions {
  readonly client: Client
  readonly presence: Pick<Presence, 'arrived' | 'left'>
  readonly signingKeys: SigningKeys
  /** For unread bytes of devices. */
  readonly unread: UnreadMemoryPool
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  readonly log: Logger
  /** Our version, as agents see it. */
  readonly version: string
}

/** Where stock agents dial, by what they bring. */
const paths = { control: '/ssh/connection', dialBack: '/ssh/revdial', multiplexed: '/agent/connection' } as const
export const stockAgentPaths: readonly string[] = Object.values(paths)

/** Upgrades under way at a time: each costs the server a look-up. */
const arrivalsMost = 2000
/**
 * Connections of one device. The newest serves; an older one is left alone, for its agent would return at once, and two
 * agents with one identity would displace one another for ever.
 */
const connectionsMost = 4

const unknownDialBack: Refusal = {
  status: 400,
  reason: 'unknown_dial_back',
  message: 'Nobody waits for this connection (any more).',
}

export class StockAgentPort implements Disposable {
  readonly #options: StockAgentPortOptions
  readonly #dialBacks: DialBacks
  readonly #webSockets = createWebSocketServer('binary')
  /** Oldest first. */
  readonly #links = new Map<DeviceUid, StockLink[]>()
  #arrivals = 0
  #stopping = false

  constructor(options: StockAgentPortOptions) {
    this.#options = options
    this.#dialBacks = new DialBacks(options.clock, paths.dialBack, stepSeconds)
  }

  /** The newest connection of the device. */
  find(uid: DeviceUid): StockLink | undefined {
    return this.#links.get(uid)?.at(-1)
  }

  /** Takes over an HTTP upgrade on one of `stockAgentPaths`. Never rejects. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Stays: a refused peer may reset the connection after the refusal was written.
    socket.on('error', () => socket.destroy())
    const url = request.url ?? ''
    const [path] = url.split('?', 1)
    if (path !== paths.dialBack && this.#stopping) return this.#refuse(socket, stopping())
    if (this.#arrivals >= arrivalsMost) return this.#refuse(socket, crowded())
    this.#arrivals += 1
    try {
      if (path === paths.dialBack) await this.#takeDialBack(url, request, socket, head)
      else await this.#takeDevice(path === paths.control, request, socket, head)
    } catch (error) {
      this.#options.log.error({ err: error }, 'a stock agent could not be taken in')
      socket.destroy()
    } finally {
      this.#arrivals -= 1
    }
    return undefined
  }

  /** Ends all connections of the device, and all sessions on it. */
  close(uid: DeviceUid, reason: string): void {
    for (const link of [...(this.#links.get(uid) ?? [])]) link.close(0, reason)
  }

  /** Agents are refused from now on; the connections of running sessions may still come. */
  refuseNew(): void {
    this.#stopping = true
  }

  [Symbol.dispose](): void {
    this.#stopping = true
    for (const uid of [...this.#links.keys()]) this.close(uid, 'the server is stopping')
    this.#webSockets.close()
  }

  async #takeDialBack(url: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!this.#dialBacks.find(url)) return this.#refuse(socket, unknownDialBack)
    const webSocket = await completeUpgrade(this.#webSockets, request, socket, head)
    if (!webSocket) return undefined
    const stream = streamOver(webSocket)
    const take = this.#dialBacks.find(url)
    if (take) take(stream)
    else stream.destroy()
    return undefined
  }

  async #takeDevice(isControl: boolean, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { client, clock } = this.#options
    const device = await identifyDevice(client, request)
    if ('status' in device) return this.#refuse(socket, device)
    if ((this.#links.get(device.uid)?.length ?? 0) >= connectionsMost) return this.#refuse(socket, crowded())
    const webSocket = await completeUpgrade(this.#webSockets, request, socket, head)
    if (!webSocket) return undefined
    const transport = isControl
      ? new DialBackTransport(webSocket, this.#dialBacks, clock)
      : new MultiplexedTransport(streamOver(webSocket), clock)
    this.#linked(device, transport)
    return undefined
  }

  #refuse(socket: Duplex, refusal: Refusal): undefined {
    this.#options.metrics.refusedLinks.inc({ reason: refusal.reason })
    this.#options.log.info({ status: refusal.status, reason: refusal.message }, 'stock agent refused')
    refuse(socket, refusal)
    return undefined
  }

  #linked({ uid, tenantId, publicKey }: LinkedDevice, transport: AgentTransport): void {
    const { clock, version, signingKeys, metrics, presence } = this.#options
    const unread = this.#options.unread.of(tenantId)
    const id = randomBytes(16).toString('hex')
    const log = this.#options.log.child({ device: uid, link: id })
    const hostKey = hostKeyOf(publicKey)
    const link = new StockLink(id, { uid, transport, hostKey, signingKeys, unread, clock, log, version })
    this.#links.set(uid, [...(this.#links.get(uid) ?? []), link])
    metrics.links.inc()
    presence.arrived(uid)
    log.info('stock agent connected')
    link.onClose = (reason) => {
      log.info({ reason: oneLine(reason) }, 'stock agent gone')
      metrics.links.dec()
      const left = (this.#links.get(uid) ?? []).filter((other) => other !== link)
      if (left.length > 0) this.#links.set(uid, left)
      else {
        this.#links.delete(uid)
        presence.left(uid)
      }
    }
  }
}

function streamOver(webSocket: WebSocket): Duplex {
  const stream = createWebSocketStream(webSocket)
  // Whoever uses the stream hears of its end by `close`; an error without a listener would end the process.
  stream.on('error', () => undefined)
  return stream
}

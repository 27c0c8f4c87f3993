// Where devices come in: from the HTTP upgrade to a link that sessions can use.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Client } from '@sshore/client'
import { type DeviceUid, linkClose, linkSubprotocol } from '@sshore/contract'
import {
  type Clock,
  createLinkRegistry,
  type Link,
  type LinkRegistry,
  type LinkSocket,
  socketPair,
  type UnreadMemoryPool,
} from '@sshore/link'
import type { Logger } from 'pino'
import type { GatewayMetrics } from '../metrics.ts'
import { oneLine } from '../plain-text.ts'
import { provesDevice, readDeviceKey } from './device-proof.ts'
import type { Presence } from './presence.ts'
import {
  checkSubprotocol,
  completeUpgrade,
  createWebSocketServer,
  crowded,
  identifyDevice,
  identifyToken,
  refuse,
  type Refusal,
  stopping,
  watchUnproved,
} from './upgrade.ts'
import { linkSocketOver } from './web-socket.ts'

export interface LinkPortOptions {
  readonly client: Client
  /** Not disposed of: devices come in by other ways as well. */
  readonly presence: Pick<Presence, 'arrived' | 'left'>
  readonly clock: Clock
  readonly metrics: GatewayMetrics
  readonly log: Logger
  /** For unread bytes of devices. */
  readonly unread: UnreadMemoryPool
}

/** Connections on their way to a link at a time: each costs the server a look-up and a signature check. */
const arrivalsMost = 2000

export class LinkPort implements Disposable {
  readonly #client: Client
  readonly #metrics: GatewayMetrics
  readonly #log: Logger
  readonly #presence: LinkPortOptions['presence']
  readonly #registry: LinkRegistry
  readonly #webSockets = createWebSocketServer(linkSubprotocol)
  readonly #unread: UnreadMemoryPool
  /** The newest link of each device; events of an older one must not touch the device's state. */
  readonly #links = new Map<DeviceUid, Link>()
  #arrivals = 0
  #stopping = false

  constructor(options: LinkPortOptions) {
    const { client, presence, clock, metrics, log, unread } = options
    this.#unread = unread
    this.#client = client
    this.#metrics = metrics
    this.#log = log
    this.#presence = presence
    this.#registry = createLinkRegistry({
      clock,
      nonce: () => randomBytes(32).toString('base64'),
      linkId: () => randomBytes(16).toString('hex'),
      onLink: (uid, link, proof) => this.#linked(uid, link, proof.agentVersion),
      onTwin: (uid) => {
        log.warn({ device: uid }, 'two machines use one device identity; the one that is not linked is refused')
      },
      onFailed: (uid, code, reason) => {
        metrics.refusedLinks.inc({ reason: 'handshake' })
        log.warn({ device: uid, code, reason: oneLine(reason) }, 'link refused')
      },
      // Every byte of a message is written before it is sent.
      allocate: (bytes) => Buffer.allocUnsafe(bytes),
      report: (error) => log.error({ err: error }, 'a stream of a link failed for a fault of ours'),
    })
  }

  /** The device's link, connected or waiting to be resumed. */
  find(uid: DeviceUid): Link | undefined {
    return this.#registry.find(uid)
  }

  /** Devices with a link, connected or waiting to be resumed. */
  get size(): number {
    return this.#registry.size
  }

  /** Takes over an HTTP upgrade. Never rejects. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Stays: a refused peer may reset the connection after the refusal was written.
    socket.on('error', () => socket.destroy())
    if (this.#stopping) return this.#refuse(socket, stopping())
    if (this.#arrivals + this.#registry.proving >= arrivalsMost) return this.#refuse(socket, crowded())
    this.#arrivals += 1
    try {
      const device = checkSubprotocol(request) ?? (await identifyDevice(this.#client, request))
      if ('status' in device) return this.#refuse(socket, device)
      const key = readDeviceKey(device.publicKey)
      const webSocket = await completeUpgrade(this.#webSockets, request, socket, head)
      if (!webSocket) return undefined
      const proofArrived = watchUnproved(socket)
      const verify = (text: string, signature: string): boolean => {
        proofArrived()
        return key !== undefined && provesDevice(key, text, signature)
      }
      this.#registry.accept(linkSocketOver(webSocket), {
        uid: device.uid,
        verify,
        unread: this.#unread.of(device.tenantId),
      })
    } catch (error) {
      this.#log.error({ err: error }, 'a link could not be taken in')
      socket.destroy()
    } finally {
      this.#arrivals -= 1
    }
    return undefined
  }

  /**
   * A link that begins in this very process, for a container that the server follows. Undefined for a token that is no good; rejects
   * when no link can be taken in now.
   */
  async join(token: string): Promise<LinkSocket | undefined> {
    if (this.#stopping) throw new Error(stopping().message)
    const device = await identifyToken(this.#client, token)
    if ('status' in device) {
      if (device.status === 401) return undefined
      throw new Error(device.message)
    }
    const key = readDeviceKey(device.publicKey)
    // Later than what waits already, so that timers and sockets have their turn between two messages.
    const [ours, theirs] = socketPair((deliver) => void setImmediate(deliver))
    this.#registry.accept(ours, {
      uid: device.uid,
      verify: (text, signature) => key !== undefined && provesDevice(key, text, signature),
      unread: this.#unread.of(device.tenantId),
    })
    return theirs
  }

  close(uid: DeviceUid, code: number, reason: string): void {
    this.#registry.close(uid, code, reason)
  }

  /** New links are refused from now on; those that stand are not touched. */
  refuseNew(): void {
    this.#stopping = true
  }

  /** Sends all agents off to come back later, spread by their own jitter. */
  drain(): void {
    this.#stopping = true
    this.#registry.goAway('the server is stopping')
  }

  [Symbol.dispose](): void {
    this.drain()
    for (const link of this.#links.values()) link.close(linkClose.goingAway, 'the server is stopping')
    this.#links.clear()
    this.#webSockets.close()
  }

  #refuse(socket: Duplex, refusal: Refusal): undefined {
    this.#metrics.refusedLinks.inc({ reason: refusal.reason })
    this.#log.info({ status: refusal.status, reason: refusal.message }, 'link refused')
    refuse(socket, refusal)
    return undefined
  }

  #linked(uid: DeviceUid, link: Link, agentVersion: string): void {
    const log = this.#log.child({ device: uid, link: link.id })
    const isNewest = (): boolean => this.#links.get(uid) === link
    let here = false
    const note = (connected: boolean): void => {
      if (here === connected) return
      here = connected
      this.#metrics.links.inc(connected ? 1 : -1)
      if (!isNewest()) return
      if (connected) this.#presence.arrived(uid)
      else this.#presence.left(uid)
    }
    this.#links.set(uid, link)
    link.onStream = (stream) => stream.reset('refused', 'the gateway serves no streams')
    link.onConnected = (connected) => {
      log.info(connected ? { agent: oneLine(agentVersion, 64) } : {}, connected ? 'device linked' : 'link interrupted')
      note(connected)
    }
    link.onClose = (reason) => {
      log.info({ reason: oneLine(reason) }, 'link over')
      note(false)
      if (isNewest()) this.#links.delete(uid)
    }
  }
}

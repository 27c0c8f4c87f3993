// Puts the gateway together: the SSH port for people, the links of devices, and what joins the two.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { totalmem } from 'node:os'
import type { Duplex } from 'node:stream'
import type { Client } from '@sshore/client'
import { type Bus, type DeviceUid, linkClose, linkPath } from '@sshore/contract'
import { type Clock, createUnreadMemory, type Link, type LinkSocket } from '@sshore/link'
import { nativeCiphers } from '@sshore/ssh-transport'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { AttemptLimits } from './authentication/attempt-limiter.ts'
import type { LoginStep } from './authentication/login-steps.ts'
import { secondFactor } from './authentication/second-factor.ts'
import { loadHostKeys } from './host-keys.ts'
import { LinkPort } from './links/link-port.ts'
import { Presence } from './links/presence.ts'
import { createMetrics } from './metrics.ts'
import { SshPort } from './sessions/ssh-port.ts'
import type { ConnectionLimits, Proxies } from './ssh/listener.ts'
import type { Deadlines } from './ssh/ssh-connection.ts'
import { SigningKeys } from './stock-agents/signing-keys.ts'
import { StockAgentPort, stockAgentPaths } from './stock-agents/stock-agent-port.ts'
import { stoppingText } from './stopping-text.ts'
import { TunnelPort, type TunnelOptions } from './tunnels/tunnel-port.ts'
import { systemClock } from './system-clock.ts'
import type { Surroundings } from './web-terminal/doorkeeper.ts'
import { WebTerminalPort, webTerminalPaths } from './web-terminal/web-terminal-port.ts'

export interface GatewayOptions {
  /** Carries the service token. */
  readonly client: Client
  readonly bus: Bus
  /** Folder of the SSH host keys; made with mode 0700 when missing. */
  readonly hostKeyDir: string
  readonly log: Logger
  readonly metrics: Registry
  /** Our version, as SSH clients see it. */
  readonly version: string
  readonly clock?: Clock
  /** Wall clock. */
  readonly today?: () => Date
  readonly deadlines?: Partial<Deadlines>
  readonly limits?: Partial<ConnectionLimits>
  /** Who has to speak the PROXY protocol on the SSH port; nobody by default. */
  readonly proxies?: Proxies | undefined
  readonly attempts?: Partial<AttemptLimits>
  /** What is asked of everybody after the first proof and a member's second factor, in order; nothing by default. */
  readonly steps?: readonly LoginStep[]
  /** What requests of browsers are to be believed; by default what their connection says, and no public address. */
  readonly surroundings?: Surroundings | undefined
  /** Where HTTP tunnels are; without it there are none. */
  readonly tunnels?: TunnelOptions | undefined
  /** How long `drain` lets sessions go on. Default 5. */
  readonly drainSeconds?: number
}

export interface Gateway extends AsyncDisposable {
  /** `SHA256:…` of the host keys, Ed25519 first. */
  readonly hostKeyFingerprints: readonly string[]
  /** Opens the SSH port; returns the port taken, which differs from `port` when that is 0. */
  listen(host: string, port: number): Promise<{ port: number }>
  /** Takes over an HTTP upgrade of a device or a browser, if `path` is one of theirs. Never throws. */
  acceptUpgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Takes over an HTTP request of a visitor of a tunnel, or leaves it alone. Never throws. */
  acceptRequest(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether something of a tunnel runs on it, which may take its time. */
  isBusy(socket: Duplex): boolean
  /** Opens a link of a container that the server follows, by its device token; see `LinkPort.join`. */
  joinContainer(token: string): Promise<LinkSocket | undefined>
  /** Accepts nothing new, sends agents elsewhere and ends the sessions after a grace. */
  drain(): Promise<void>
}

/** What devices of all namespaces may make us hold. */
const serverUnreadBytes = (): number => Math.min(1024 ** 3, totalmem() / 4)

const asSeen: Surroundings = {
  addressOf: (request) => request.socket.remoteAddress ?? '',
  hostOf: (request) => request.headers.host ?? '',
  publicUrl: undefined,
}

/** Dispose it to end everything at once. */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { client, bus, log, clock = systemClock, today = () => new Date(), drainSeconds = 5 } = options
  if (!nativeCiphers) {
    log.warn('the native ciphers were not built, so copies are slower; run: npm rebuild @sshore/ssh-transport')
  }
  const hostKeys = await loadHostKeys(options.hostKeyDir)
  const hostKeyFingerprints = hostKeys.filter((key) => key.serves).map((key) => key.fingerprint)
  const next = hostKeys.filter((key) => !key.serves).map((key) => key.fingerprint)
  log.info({ hostKeys: hostKeyFingerprints, ...(next.length > 0 && { next }) }, 'host keys')

  const metrics = createMetrics(options.metrics)
  const presence = new Presence(client, clock, (error) => log.error({ err: error }, 'presence was not written'))
  const arrived = (uid: DeviceUid): void => presence.arrived(uid)
  // A device whose agent was replaced is here by one way while it leaves by the other.
  const left = (uid: DeviceUid): void => {
    if (!findLink(uid)?.connected) presence.left(uid)
  }
  const unread = createUnreadMemory({ serverBytes: serverUnreadBytes() })
  const links = new LinkPort({ client, presence: { arrived, left }, unread, clock, metrics, log })
  const signingKeys = new SigningKeys(bus)
  const stockAgents = new StockAgentPort({
    ...{ client, presence: { arrived, left }, signingKeys, unread },
    ...{ clock, metrics, log, version: options.version },
  })
  const findLink = (uid: DeviceUid): Link | undefined => {
    const link = links.find(uid)
    return link?.connected ? link : (stockAgents.find(uid) ?? link)
  }
  const { deadlines = {}, limits = {}, attempts = {}, version } = options
  const steps = [secondFactor(client), ...(options.steps ?? [])]
  const shared = { client, metrics, log, clock, today, version, deadlines, limits, attempts, steps }
  const ssh = new SshPort({ ...shared, proxies: options.proxies, hostKeys, findLink })
  const { active } = ssh
  const { surroundings = asSeen } = options
  const terminals = new WebTerminalPort({ ...shared, findLink, active, attempts: ssh.attempts, surroundings })

  const tunnels = options.tunnels && new TunnelPort({ ...shared, ...options.tunnels, findLink, surroundings })

  const unsubscribe = [
    bus.subscribe('device.revoked', ({ uid, removed }) => {
      ssh.active.endAllOf(uid, removed ? 'the device was removed' : 'the device is no longer accepted')
      tunnels?.visits.endAllOf(uid)
      if (!removed) return
      links.close(uid, linkClose.revoked, 'the device was removed')
      stockAgents.close(uid, 'the device was removed')
    }),
    bus.subscribe('user.standing', ({ userId, tenantId }) => {
      terminals.recheck(userId, tenantId)
      tunnels?.visits.standingChanged()
    }),
    bus.subscribe('tunnel.changed', ({ address }) => tunnels?.visits.changed(address)),
    bus.subscribe('session.close', ({ uid }) => ssh.active.end(uid, 'somebody closed the session')),
  ]

  const stop = (): void => {
    ssh.stop()
    terminals.refuseNew()
    tunnels?.refuseNew()
    links.refuseNew()
    stockAgents.refuseNew()
  }

  return {
    hostKeyFingerprints,
    listen: (host, port) => ssh.listen(host, port),
    acceptUpgrade(path, request, socket, head) {
      if (tunnels?.acceptUpgrade(request, socket, head)) return true
      if (path === linkPath) void links.accept(request, socket, head)
      else if (stockAgentPaths.includes(path)) void stockAgents.accept(request, socket, head)
      else if (webTerminalPaths.includes(path)) void terminals.accept(path, request, socket, head)
      else return false
      return true
    },
    acceptRequest: (request, response) => tunnels?.acceptRequest(request, response) ?? false,
    isBusy: (socket) => tunnels?.isBusy(socket) ?? false,
    joinContainer: (token) => links.join(token),
    async drain() {
      stop()
      if (ssh.active.size > 0) log.info({ sessions: ssh.active.size }, 'waiting for sessions to end')
      ssh.active.tellTerminals(stoppingText(drainSeconds))
      const { promise: graceOver, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(drainSeconds * 1000, resolve)
      await Promise.race([ssh.active.empty(), graceOver])
      cancel()
      await Promise.all([ssh.endAll('the server is stopping'), terminals.endAll()])
      tunnels?.visits.endAll()
      links.drain()
    },
    async [Symbol.asyncDispose]() {
      stop()
      for (const end of unsubscribe) end()
      tunnels?.[Symbol.dispose]()
      await Promise.all([ssh[Symbol.asyncDispose](), terminals[Symbol.asyncDispose]()])
      links[Symbol.dispose]()
      stockAgents[Symbol.dispose]()
      signingKeys[Symbol.dispose]()
      await presence[Symbol.asyncDispose]()
    },
  }
}

// Where visitors of tunnels come in: requests and WebSockets whose host is a name under the domain of tunnels.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Client } from '@sshore/client'
import type { DeviceUid, TunnelAddress, TunnelTarget } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type { Logger } from 'pino'
import type { GatewayMetrics } from '../metrics.ts'
import type { Surroundings } from '../web-terminal/doorkeeper.ts'
import { Exchange } from './exchange.ts'
import { Gate } from './gate.ts'
import { refusals, refuse, type TunnelRefusal } from './refusals.ts'
import { type Forwarded, isOrdinary } from './request-head.ts'
import { TargetConnections } from './target-connections.ts'
import { tunnelOf } from './tunnel-address.ts'
import { type Verdict, type Visitor, Visits } from './visits.ts'
import { awaitsAnswer, responseOn, WebSocketPassage } from './web-socket-passage.ts'

export interface TunnelOptions {
  /** Each tunnel is a name under it; lower-case. */
  readonly domain: string
  readonly scheme: 'http' | 'https'
  /** Of the console, where members sign in. */
  readonly consoleUrl: () => string
  /** Name of the console, should it be under the domain. */
  readonly consoleHost?: string | undefined
}

export interface TunnelPortOptions extends TunnelOptions {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly surroundings: Surroundings
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly clock: Clock
}

/** Requests and WebSockets that run at a time. */
const runningMost = 8192
const runningPerTunnelMost = 512

interface Found {
  readonly target: TunnelTarget
  readonly link: Link
  readonly forwarded: Forwarded
}

export class TunnelPort implements Disposable {
  readonly #options: TunnelPortOptions
  readonly #gate: Gate
  readonly #visits: Visits
  readonly #connections: TargetConnections
  /** Sockets that a request runs on; the server of the console must not end them for being slow. */
  readonly #busy = new WeakSet<Duplex>()
  #stopping = false

  constructor(options: TunnelPortOptions) {
    this.#options = options
    const { client, clock, log } = options
    this.#gate = new Gate(options)
    this.#visits = new Visits(client, clock, log)
    this.#connections = new TargetConnections(clock)
  }

  get visits(): Visits {
    return this.#visits
  }

  isBusy(socket: Duplex): boolean {
    return this.#busy.has(socket)
  }

  /** Takes a request, if it is for a tunnel. Never throws. */
  acceptRequest(request: IncomingMessage, response: ServerResponse): boolean {
    const host = this.#options.surroundings.hostOf(request)
    const named = tunnelOf(host, this.#options)
    if (!named) return false
    const { address } = named
    const refusal = this.#refusalBefore(request, address)
    if (refusal || !address) this.#refuse(request, response, refusal ?? refusals.unknown)
    else this.#serve(request, response, address, host)
    return true
  }

  /** Takes an upgrade, if it is for a tunnel. Never throws. */
  acceptUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const host = this.#options.surroundings.hostOf(request)
    const named = tunnelOf(host, this.#options)
    if (!named) return false
    if (!(socket instanceof Socket) || awaitsAnswer(request, socket)) {
      socket.destroy()
      return true
    }
    const { address } = named
    const isWebSocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket'
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    const refusal = this.#refusalBefore(request, address) ?? (hasBody ? refusals.badRequest : undefined)
    if (refusal || !address) this.#refuse(request, responseOn(request, socket), refusal ?? refusals.unknown)
    // Whoever is asked for another protocol may go on in this one (RFC 9110, section 7.8).
    else if (!isWebSocket) this.#serve(request, responseOn(request, socket), address, host)
    else void this.#upgrade(request, socket, head, address, host)
    return true
  }

  refuseNew(): void {
    this.#stopping = true
  }

  [Symbol.dispose](): void {
    this.refuseNew()
    this.#visits[Symbol.dispose]()
    this.#connections[Symbol.dispose]()
  }

  #refusalBefore(request: IncomingMessage, address: TunnelAddress | undefined): TunnelRefusal | undefined {
    if (this.#stopping) return refusals.stopping
    if (!isOrdinary(request)) return refusals.badRequest
    if (!address) return refusals.unknown
    const crowded = this.#visits.running >= runningMost || this.#visits.runningOf(address) >= runningPerTunnelMost
    return crowded ? refusals.crowded : undefined
  }

  #refuse(request: IncomingMessage, response: ServerResponse, told: TunnelRefusal): void {
    this.#options.metrics.tunnelRequests.inc({ outcome: told.code })
    refuse(request, response, told)
  }

  #serve(request: IncomingMessage, response: ServerResponse, address: TunnelAddress, host: string): void {
    const visitor = this.#visitorOf(request, address)
    const fail = (error: unknown): void => {
      this.#options.log.error({ err: error }, 'a request to a tunnel was not passed on')
      if (response.headersSent) response.destroy()
      else this.#refuse(request, response, refusals.fault)
    }
    try {
      if (this.#gate.isEntry(request)) {
        this.#gate.enter(request, response, address).catch(fail)
        return
      }
      const verdict = this.#visits.admit(visitor)
      // What is remembered is acted on at once: a turn for each request would be felt.
      if (verdict instanceof Promise) {
        verdict.then((told) => this.#go(request, response, visitor, host, told)).catch(fail)
      } else this.#go(request, response, visitor, host, verdict)
    } catch (error) {
      fail(error)
    }
  }

  #visitorOf(request: IncomingMessage, address: TunnelAddress): Visitor {
    const ip = this.#options.surroundings.addressOf(request)
    return { address, ip, pass: this.#gate.passOf(request) }
  }

  /** Where the visitor gets, or what they are told. */
  #findFor(
    request: IncomingMessage,
    visitor: Visitor,
    host: string,
    verdict: Verdict,
  ): Found | TunnelRefusal | 'members_only' {
    if (verdict.outcome === 'members_only') return 'members_only'
    if (verdict.outcome === 'unknown') return refusals.unknown
    if (verdict.outcome === 'denied') return refusals.denied
    if (visitor.pass !== undefined && this.#gate.isForeign(request, host)) return refusals.foreignPage
    const link = this.#options.findLink(verdict.target.device_uid)
    if (!link?.connected) return refusals.offline
    return { target: verdict.target, link, forwarded: { ip: visitor.ip, host, scheme: this.#options.scheme } }
  }

  #go(request: IncomingMessage, response: ServerResponse, visitor: Visitor, host: string, verdict: Verdict): void {
    if (response.destroyed) return
    const found = this.#findFor(request, visitor, host, verdict)
    if (found === 'members_only') {
      this.#options.metrics.tunnelRequests.inc({ outcome: found })
      this.#gate.turnAway(request, response, visitor.address)
      return
    }
    if ('title' in found) {
      this.#refuse(request, response, found)
      return
    }
    const { socket } = request
    this.#busy.add(socket)
    const over = this.#note(request, visitor, found, (problem) => exchange.end(problem))
    const exchange = new Exchange({
      ...{ request, response, ...found, connections: this.#connections, clock: this.#options.clock },
      ourCookies: this.#gate.cookies,
      onOver: (sentBytes, problem) => {
        this.#busy.delete(socket)
        over(response.statusCode, sentBytes, problem)
      },
    })
    exchange.start()
  }

  async #upgrade(
    request: IncomingMessage,
    socket: Socket,
    early: Buffer,
    address: TunnelAddress,
    host: string,
  ): Promise<void> {
    const visitor = this.#visitorOf(request, address)
    try {
      const found = this.#findFor(request, visitor, host, await this.#visits.admit(visitor))
      if (socket.destroyed) return
      if (found === 'members_only' || 'title' in found) {
        this.#refuse(request, responseOn(request, socket), found === 'members_only' ? refusals.membersOnly : found)
        return
      }
      this.#busy.add(socket)
      const over = this.#note(request, visitor, found, (problem) => passage.end(problem))
      const passage = new WebSocketPassage({
        ...{ request, socket, early, ...found, connections: this.#connections, clock: this.#options.clock },
        ourCookies: this.#gate.cookies,
        onOver: over,
      })
      passage.start()
    } catch (error) {
      this.#options.log.error({ err: error }, 'a WebSocket to a tunnel was not passed on')
      if (!socket.destroyed) this.#refuse(request, responseOn(request, socket), refusals.fault)
    }
  }

  /** Counts it among what runs, and returns what writes the access log when it is over. */
  #note(
    { method, url = '' }: IncomingMessage,
    visitor: Visitor,
    { target, link }: Found,
    end: (problem: string) => void,
  ): (status: number, sentBytes: number, problem: string | undefined) => void {
    const { log, clock, metrics } = this.#options
    const startedAt = clock.now()
    const { address, ip } = visitor
    const device = target.device_uid
    const done = this.#visits.begin({ visitor, device, link, startedAt, end })
    return (status, bytes, problem) => {
      done()
      metrics.tunnelRequests.inc({ outcome: problem === undefined ? 'served' : 'broken' })
      const milliseconds = Math.round((clock.now() - startedAt) * 10) / 10
      const [path] = url.split('?', 1)
      // The first part of the address tells tunnels apart; all of it would let whoever reads the log in.
      const tunnel = address.slice(0, 8)
      log.info(
        {
          tunnel,
          device,
          namespace: target.tenant_id,
          method,
          path,
          status,
          bytes,
          milliseconds,
          address: ip,
          problem,
        },
        'tunnel request',
      )
    }
  }
}

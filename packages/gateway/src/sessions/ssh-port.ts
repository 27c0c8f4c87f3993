// The port that SSH clients connect to, and everybody who is on it.
import type { Client } from '@sshore/client'
import type { DeviceUid } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import { defaultRekeyLimits, PacketPool, type RekeyLimits } from '@sshore/ssh-transport'
import type { Logger } from 'pino'
import type { AttemptLimits } from '../authentication/attempt-limiter.ts'
import { Attempts } from '../authentication/attempts.ts'
import type { LoginStep } from '../authentication/login-steps.ts'
import type { HostKey } from '../host-keys.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { userSignatureAlgorithms } from '../ssh/algorithms.ts'
import { type ConnectionLimits, defaultConnectionLimits, Listener, type Proxies } from '../ssh/listener.ts'
import { type Deadlines, defaultDeadlines } from '../ssh/ssh-connection.ts'
import { shareTurns } from '../turn-share.ts'
import { ActiveSessions } from './active-sessions.ts'
import { type SessionServices, SshSession } from './ssh-session.ts'

export interface SshPortOptions {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly hostKeys: readonly HostKey[]
  /** Our version, as clients see it. */
  readonly version: string
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
  readonly deadlines?: Partial<Deadlines>
  readonly limits?: Partial<ConnectionLimits>
  /** Per source address. */
  readonly attempts?: Partial<AttemptLimits>
  readonly rekey?: Partial<RekeyLimits>
  /** Who has to speak the PROXY protocol on this port; nobody by default. */
  readonly proxies?: Proxies | undefined
  /** Per account, over all addresses. */
  readonly accountAttempts?: Partial<AttemptLimits>
  /** What is asked of everybody after the first proof, in order; nothing by default. */
  readonly steps?: readonly LoginStep[]
}

/** For sessions to be told, closed, and reported as over. */
const endSeconds = 10

export class SshPort implements AsyncDisposable {
  readonly active: ActiveSessions
  /** Guesses that failed, on this port and wherever else logins are tried. */
  readonly attempts: Attempts
  readonly #listener: Listener
  readonly #open = new Set<SshSession>()
  readonly #clock: Clock
  #connections = 0

  constructor(options: SshPortOptions) {
    const { client, findLink, metrics, log, clock, today } = options
    this.#clock = clock
    this.active = new ActiveSessions(client, clock, (error) => {
      log.error({ err: error }, 'sessions could not be kept alive')
    })
    this.attempts = new Attempts(clock, options.attempts, options.accountAttempts)
    const services: SessionServices = {
      client,
      findLink,
      active: this.active,
      attempts: this.attempts,
      steps: options.steps ?? [],
      metrics,
      transport: {
        hostKeys: options.hostKeys.filter((key) => key.serves).flatMap((key) => key.signers),
        // OpenSSH's client has its own requests (no more sessions, nobody reads) for servers so named alone.
        software: `OpenSSH_compatible_Sshore_${options.version}`,
        userSignatureAlgorithms,
        packets: new PacketPool(),
        clock,
        rekey: { ...defaultRekeyLimits, ...options.rekey },
        shareTurns,
      },
      hostKeys: options.hostKeys,
      deadlines: { ...defaultDeadlines, ...options.deadlines },
      clock,
      today,
    }
    this.#listener = new Listener({ ...defaultConnectionLimits, ...options.limits }, options.proxies, {
      connection: (socket, place) => {
        this.#connections += 1
        const child = log.child({ connection: this.#connections, address: place.address })
        this.#open.add(new SshSession(socket, place, services, child, (over) => this.#open.delete(over)))
      },
      fault: (error) => log.error({ err: error }, 'the SSH port cannot accept connections'),
      badProxy: (address, reason) => {
        metrics.connections.inc({ outcome: 'refused' })
        log.warn({ address, reason }, 'connection refused: a trusted proxy has to begin with a PROXY header')
      },
      refused: (address) => {
        metrics.connections.inc({ outcome: 'refused' })
        log.warn({ address }, 'connection refused: too many that are not logged in')
      },
    })
  }

  /** Connections open now, logged in or not. */
  get size(): number {
    return this.#open.size
  }

  listen(host: string, port: number): Promise<{ port: number }> {
    return this.#listener.listen(host, port)
  }

  /** Accepts no more; connections that stand are not touched. */
  stop(): void {
    this.#listener.stop()
  }

  /** Ends every connection; resolves when all are closed and the server knows, or does not answer. */
  async endAll(reason: string): Promise<void> {
    const sessions = [...this.#open]
    for (const session of sessions) session.end(reason)
    const { promise: waitedLong, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(endSeconds * 1000, resolve)
    await Promise.race([Promise.all(sessions.map((session) => session.over)), waitedLong])
    cancel()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop()
    this.active[Symbol.dispose]()
    await this.endAll('the server is stopping')
  }
}

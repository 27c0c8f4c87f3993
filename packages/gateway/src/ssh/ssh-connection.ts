// One SSH client from its first byte to its last: transport, then login, then channels; each stage has a deadline.
import type { Socket } from 'node:net'
import type { SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import { Transport, type TransportConfig } from '@sshore/ssh-transport'
import type { Logger } from 'pino'
import { type Authenticator, AuthenticationService } from './authentication-service.ts'
import { type ConnectionClient, type ConnectionHandler, ConnectionService } from './connection-service.ts'
import type { HostKey } from '../host-keys.ts'
import { announceHostKeys, provingHostKeys } from './host-key-rotation.ts'
import { disconnectReason } from './message-numbers.ts'

export interface Deadlines {
  /** From the accepted TCP connection to the client's identification. */
  readonly identSeconds: number
  /** From there to the end of the first key exchange. */
  readonly keyExchangeSeconds: number
  /** From the accepted TCP connection to the login; like OpenSSH's LoginGraceTime. */
  readonly loginSeconds: number
  /** Silence after which a client is asked for a sign of life, and how often in vain. */
  readonly probeSeconds: number
  readonly probesMost: number
}

export const defaultDeadlines: Deadlines = {
  identSeconds: 10,
  keyExchangeSeconds: 20,
  loginSeconds: 120,
  probeSeconds: 30,
  probesMost: 4,
}

export interface ConnectionStages {
  /** The key exchange is done; `uid` identifies the connection. */
  authenticator(uid: SessionUid): Authenticator
  /** The authenticator let the client in. */
  loggedIn(client: ConnectionClient): ConnectionHandler
  /** The connection is over; `stage` is how far it came. */
  closed(reason: string, stage: Stage): void
}

export type Stage = 'ident' | 'key_exchange' | 'login' | 'session'

export class SshConnection {
  readonly #transport: Transport
  readonly #stages: ConnectionStages
  readonly #clock: Clock
  readonly #deadlines: Deadlines
  readonly #log: Logger
  readonly #hostKeys: readonly HostKey[]
  #stage: Stage = 'ident'
  #cancelDeadline: () => void
  readonly #cancelLoginDeadline: () => void
  #cancelProbe: () => void = () => {}
  #packetsSeen = 0
  #probesUnanswered = 0
  #authentication: AuthenticationService | undefined
  #connection: ConnectionService | undefined

  constructor(
    socket: Socket,
    config: TransportConfig,
    stages: ConnectionStages,
    environment: {
      readonly clock: Clock
      readonly deadlines: Deadlines
      readonly log: Logger
      /** All that we hold, also those that do not serve yet. */
      readonly hostKeys: readonly HostKey[]
    },
  ) {
    this.#stages = stages
    this.#clock = environment.clock
    this.#deadlines = environment.deadlines
    this.#log = environment.log
    this.#hostKeys = environment.hostKeys
    const { identSeconds, keyExchangeSeconds, loginSeconds } = this.#deadlines
    this.#cancelDeadline = this.#after(identSeconds, () => this.#transport.destroy('no identification in time'))
    this.#cancelLoginDeadline = this.#after(loginSeconds, () => this.end('not logged in in time'))
    this.#transport = new Transport(socket, config, {
      onIdentified: (software) => {
        this.#stage = 'key_exchange'
        this.#log.debug({ software: software.slice(0, 100) }, 'client identified')
        this.#cancelDeadline()
        this.#cancelDeadline = this.#after(keyExchangeSeconds, () => this.#transport.destroy('no key exchange in time'))
      },
      onEstablished: (algorithms) => this.#established(algorithms),
      onPayload: (payload) => this.#receive(payload),
      onDrain: () => this.#connection?.drain(),
      onFault: (error) => this.#log.error({ err: error }, 'a connection failed for a fault of ours'),
      onClose: (reason) => this.#closed(reason),
    })
  }

  /** Tells the client why and ends the connection. */
  end(reason: string): void {
    this.#transport.disconnect(disconnectReason.byApplication, reason)
    // During the key exchange nothing can be told.
    if (this.#stage !== 'session' && this.#stage !== 'login') this.#transport.destroy(reason)
  }

  /** Channels open now. */
  get channelCount(): number {
    return this.#connection?.channelCount ?? 0
  }

  #after(seconds: number, act: () => void): () => void {
    return this.#clock.after(seconds * 1000, act)
  }

  #established(algorithms: string): void {
    this.#stage = 'login'
    this.#cancelDeadline()
    this.#log.debug({ algorithms }, 'key exchange done')
    // RFC 4253 section 7.2; SHA-512 exchanges have a longer hash than the contract's 64 hex digits.
    const uid = this.#transport.sessionId.subarray(0, 32).toString('hex') as SessionUid
    const authenticator = this.#stages.authenticator(uid)
    this.#authentication = new AuthenticationService(this.#transport, authenticator, {
      accepted: () => this.#loggedIn(),
      fault: (error) => {
        this.#log.error({ err: error }, 'login failed for a fault of ours')
        this.end('internal error')
      },
    })
  }

  #loggedIn(): void {
    this.#stage = 'session'
    this.#cancelLoginDeadline()
    this.#transport.loggedIn()
    this.#connection = new ConnectionService(this.#transport, (client) =>
      provingHostKeys(this.#transport, this.#hostKeys, this.#stages.loggedIn(client)),
    )
    announceHostKeys(this.#transport, this.#hostKeys)
    this.#probeLater()
  }

  #receive(payload: Buffer): void {
    if (this.#connection) this.#connection.receive(payload)
    else this.#authentication?.receive(payload)
  }

  #probeLater(): void {
    this.#packetsSeen = this.#transport.packetsReceived
    this.#cancelProbe = this.#after(this.#deadlines.probeSeconds, () => {
      if (this.#transport.packetsReceived > this.#packetsSeen) this.#probesUnanswered = 0
      else this.#probesUnanswered += 1
      if (this.#probesUnanswered > this.#deadlines.probesMost) {
        this.#transport.destroy('client gave no sign of life')
        return
      }
      if (this.#probesUnanswered > 0) this.#connection?.probe()
      this.#probeLater()
    })
  }

  #closed(reason: string): void {
    this.#cancelDeadline()
    this.#cancelLoginDeadline()
    this.#cancelProbe()
    this.#authentication?.close()
    this.#connection?.close()
    this.#stages.closed(reason, this.#stage)
  }
}

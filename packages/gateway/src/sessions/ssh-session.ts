// One SSH connection, put together: who the client is, which device it reached, what was recorded and counted of it.
import type { Socket } from 'node:net'
import type { Client } from '@sshore/client'
import type { DeviceUid, ResetReason, SessionUid } from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type { TransportConfig } from '@sshore/ssh-transport'
import type { Logger } from 'pino'
import type { Attempts } from '../authentication/attempts.ts'
import { type Admission, Gatekeeper } from '../authentication/gatekeeper.ts'
import type { LoginStep } from '../authentication/login-steps.ts'
import { forwardToHost, forwardToSocket } from '../channels/forward-channel.ts'
import { RemoteForwards } from '../channels/remote-forwards.ts'
import { StandingPermission } from '../channels/standing-permission.ts'
import { type OpenTerminal, SessionChannel, type SessionContext } from '../channels/session-channel.ts'
import type { HostKey } from '../host-keys.ts'
import type { GatewayMetrics } from '../metrics.ts'
import { oneLine } from '../plain-text.ts'
import type { Authenticator } from '../ssh/authentication-service.ts'
import type { ConnectionClient, ConnectionHandler } from '../ssh/connection-service.ts'
import type { Place } from '../ssh/listener.ts'
import type { Endpoints } from '../ssh/proxy-header.ts'
import { type ConnectionStages, type Deadlines, SshConnection, type Stage } from '../ssh/ssh-connection.ts'
import type { ActiveSession, ActiveSessions } from './active-sessions.ts'
import { recordingFault } from '../recording/recording-fault.ts'
import { SessionRecordings } from '../recording/session-recordings.ts'
import { SessionRecord } from './session-record.ts'

export interface SessionServices {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly active: ActiveSessions
  readonly attempts: Attempts
  readonly steps: readonly LoginStep[]
  readonly metrics: GatewayMetrics
  readonly transport: TransportConfig
  readonly hostKeys: readonly HostKey[]
  readonly deadlines: Deadlines
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
}

/** Time for the channels' last words to leave, after the device is gone. */
const partingSeconds = 2

export class SshSession implements ConnectionStages {
  readonly #services: SessionServices
  readonly #place: Place
  readonly #endpoints: Endpoints
  readonly #log: Logger
  readonly #since: number
  readonly #connection: SshConnection
  readonly #onOver: (session: SshSession) => void
  readonly #over = Promise.withResolvers<void>()
  #gatekeeper: Gatekeeper | undefined
  #uid: SessionUid | undefined
  #record: SessionRecord | undefined
  #entry: ActiveSession | undefined
  #cancelParting: () => void = () => {}

  constructor(
    socket: Socket,
    place: Place,
    services: SessionServices,
    log: Logger,
    onOver: (session: SshSession) => void,
  ) {
    this.#services = services
    this.#place = place
    this.#onOver = onOver
    this.#endpoints = place.endpoints
    this.#log = log
    this.#since = services.clock.now()
    services.metrics.openConnections.inc()
    const { clock, deadlines, hostKeys } = services
    this.#connection = new SshConnection(socket, services.transport, this, {
      clock,
      deadlines,
      hostKeys,
      log: this.#log,
    })
  }

  /** Resolves when the connection is closed and its row on the server too. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** Tells the client why and ends the connection. */
  end(reason: string): void {
    this.#connection.end(reason)
  }

  authenticator(uid: SessionUid): Authenticator {
    this.#uid = uid
    const { client, findLink, attempts, steps, clock, today, metrics } = this.#services
    this.#gatekeeper = new Gatekeeper(
      {
        client,
        findLink,
        attempts,
        steps,
        clock,
        today,
        onAttempt: (method, outcome) => metrics.authentications.inc({ method, outcome }),
        onFailure: (user, summary) => this.#log.info({ user: oneLine(user, 300), reason: summary }, 'not let in'),
        onFault: (error) => this.#log.error({ err: error }, 'the login could not be checked'),
      },
      uid,
      this.#endpoints,
    )
    return this.#gatekeeper
  }

  loggedIn(ssh: ConnectionClient): ConnectionHandler {
    const { admission } = this.#gatekeeper ?? {}
    if (!admission || !this.#uid) throw new Error('A login without an admission.')
    const { device, username, method, login, permits } = admission
    this.#place.admitted()
    const { client, active, metrics } = this.#services
    const opening = {
      uid: this.#uid,
      deviceUid: device.uid,
      username,
      ipAddress: this.#place.address,
      type: 'term',
      term: '',
    } as const
    const record = new SessionRecord(
      client,
      opening,
      (error) => this.#log.warn({ err: error, session: opening.uid }, 'the session could not be recorded'),
      (reason) => this.end(reason),
    )
    this.#record = record
    const terminals = new Set<OpenTerminal>()
    this.#entry = {
      uid: this.#uid,
      deviceUid: device.uid,
      tellTerminals: (text) => terminals.forEach((terminal) => terminal.show(text)),
      end: (reason) => this.end(reason),
    }
    active.add(this.#entry)
    metrics.activeSessions.inc()
    login.whenEnded((reason) => this.#deviceGone(reason))
    this.#log.info({ ...named(admission), method, session: this.#uid }, 'logged in')
    const { clock } = this.#services
    const context: SessionContext = {
      device,
      login,
      permits,
      standing: this.#standing(admission),
      record,
      recordings: new SessionRecordings({
        client,
        clock,
        uid: opening.uid,
        policy: device.recording,
        record,
        onFault: (error) =>
          this.#log.warn({ ...recordingFault(error), session: opening.uid }, 'a recording was not written'),
      }),
      traffic: metrics.traffic,
      clock,
      log: this.#log,
      forwardAgent: () => remote.forwardAgent(),
      terminals,
      tell: (text) => ssh.tell(text),
    }
    const remote = new RemoteForwards(ssh, context)
    return {
      onSession: (request) => {
        const channel = request.accept()
        channel.serve(new SessionChannel(channel, context))
      },
      onDirectTcpip: (request, fields) => forwardToHost(request, fields, context),
      onDirectSocket: (request, fields) => forwardToSocket(request, fields, context),
      onGlobalRequest: (name, fields, reply) => remote.onGlobalRequest(name, fields, reply),
    }
  }

  #standing({ device, username }: Admission): StandingPermission {
    const { client, clock } = this.#services
    const { address: ipAddress } = this.#endpoints.client
    return new StandingPermission({ client, device, username, ipAddress }, clock, (error) =>
      this.#log.warn({ err: error }, 'the rules for a forward could not be asked'),
    )
  }

  closed(reason: string, stage: Stage): void {
    this.#cancelParting()
    this.#gatekeeper?.close()
    const { metrics, active, clock } = this.#services
    metrics.openConnections.dec()
    metrics.connections.inc({ outcome: stage })
    const admission = this.#gatekeeper?.admission
    const seconds = Math.round((clock.now() - this.#since) / 100) / 10
    this.#log.info({ ...(admission && named(admission)), stage, seconds, reason: oneLine(reason) }, 'connection ended')
    if (admission) admission.login.end()
    if (this.#entry) {
      active.remove(this.#entry)
      metrics.activeSessions.dec()
    }
    const finished = this.#record?.finish() ?? Promise.resolve()
    void finished.then(() => {
      this.#onOver(this)
      this.#over.resolve()
    })
  }

  /** The channels have told their users by now; a client that stays for nothing is sent off. */
  #deviceGone(reason: ResetReason | undefined): void {
    const text = reason === 'link_lost' ? 'the connection to the device was lost' : 'the device ended the session'
    this.#cancelParting = this.#services.clock.after(partingSeconds * 1000, () => this.end(text))
  }
}

function named({ device, username }: Admission): { login: string; device: string } {
  return { login: username, device: `${device.namespace}.${device.name}` }
}

// Where browsers come in for a terminal: from the HTTP upgrade to a session, a new one or the one they left.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Client } from '@sshore/client'
import {
  type DeviceUid,
  type TenantId,
  type UserId,
  webTerminal,
  webTerminalClose,
  webTerminalFilesPath,
  webTerminalFilesSubprotocol,
  type WebTerminalOpen,
  webTerminalPath,
  type WebTerminalResume,
  webTerminalSubprotocol,
} from '@sshore/contract'
import type { Clock, Link } from '@sshore/link'
import type { Logger } from 'pino'
import type { Attempts } from '../authentication/attempts.ts'
import type { LoginStep } from '../authentication/login-steps.ts'
import { completeUpgrade, createWebSocketServer, refuse, type Refusal, stopping } from '../links/upgrade.ts'
import type { GatewayMetrics } from '../metrics.ts'
import type { ActiveSessions } from '../sessions/active-sessions.ts'
import type { Endpoints } from '../ssh/proxy-header.ts'
import { Conversation } from './conversation.ts'
import { Doorkeeper, type Surroundings } from './doorkeeper.ts'
import { readFilesOpen } from './files-open.ts'
import { errorOf } from './messages.ts'
import { olderOpening } from './older-opening.ts'
import { openSession } from './open-session.ts'
import { ResumeTokens } from './resume-tokens.ts'
import { Screens } from './screens.ts'
import { Viewer } from './viewer.ts'
import { concerns, endInTime } from './whose.ts'
import type { WebSession, Whose } from './web-session.ts'

export interface WebTerminalPortOptions {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly active: ActiveSessions
  readonly attempts: Attempts
  readonly steps: readonly LoginStep[]
  readonly surroundings: Surroundings
  readonly metrics: GatewayMetrics
  readonly log: Logger
  readonly clock: Clock
  /** Wall clock. */
  readonly today: () => Date
}

function endpointsOf(request: IncomingMessage, address: string): Endpoints {
  const { remotePort = 0, localAddress = '', localPort = 0 } = request.socket
  return { client: { address, port: remotePort }, server: { address: localAddress, port: localPort } }
}

export const webTerminalPaths: readonly string[] = [webTerminalPath, webTerminalFilesPath]

/** Older clients send the bytes of a paste as a list of numbers. */
const olderMessageBytes = 4 * webTerminal.messageBytes
const endSeconds = 10
const sizeBefore = { columns: 80, rows: 24 } as const

const unknownToken = errorOf('unknown_token', 'This terminal is gone.', ['Open a new one from the page of the device.'])
const ourFault = errorOf('not_let_in', 'The server could not open the terminal; this is its fault, not yours.', [
  'Try again in a moment; the log of the server says more.',
])
const notAllowed = 'you may not have terminals in this namespace any more, or have signed out'

export class WebTerminalPort implements AsyncDisposable {
  readonly #options: WebTerminalPortOptions
  readonly #door: Doorkeeper
  readonly #tokens = new ResumeTokens<WebSession>()
  readonly #screens: Screens
  readonly #sessions = new Set<WebSession>()
  /** Connected, and without a session so far. */
  readonly #conversations = new Set<Conversation>()
  readonly #servers = {
    ours: createWebSocketServer(webTerminalSubprotocol, webTerminal.messageBytes),
    older: createWebSocketServer('', olderMessageBytes),
    files: createWebSocketServer(webTerminalFilesSubprotocol, webTerminal.filesMessageBytes),
  }
  /** Whose sessions do not stand yet. */
  readonly #opening = new Set<Whose>()
  #stopping = false

  constructor(options: WebTerminalPortOptions) {
    this.#options = options
    this.#door = new Doorkeeper(options.surroundings, options.attempts)
    this.#screens = new Screens(options.clock, (error) => {
      options.log.error({ err: error }, 'the screens of terminals were lost')
    })
  }

  /** Sessions that run or wait for their browser. */
  get size(): number {
    return this.#sessions.size
  }

  /** Takes over an HTTP upgrade on one of `webTerminalPaths`. Never rejects. */
  async accept(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Stays: a refused peer may reset the connection after the refusal was written.
    socket.on('error', () => socket.destroy())
    try {
      if (path === webTerminalFilesPath) await this.#takeFiles(request, socket, head)
      else await this.#takeTerminal(request, socket, head)
    } catch (error) {
      this.#options.log.error({ err: error }, 'a terminal of a browser could not be opened')
      socket.destroy()
    }
  }

  /** What a user may do has changed: whoever may have no terminals (there) any more loses those that run. */
  recheck(userId: UserId, tenantId: TenantId | undefined): void {
    for (const session of this.#sessions) {
      if (concerns(session.whose, userId, tenantId)) void this.#check(session)
    }
  }

  refuseNew(): void {
    this.#stopping = true
  }

  /** Resolves when all are closed and the server knows, or does not answer. */
  async endAll(): Promise<void> {
    this.refuseNew()
    const stopped = errorOf('stopping', 'The server is stopping.', ['Try again in a moment.'])
    for (const conversation of [...this.#conversations]) conversation.end(stopped, webTerminalClose.goingAway)
    const sessions = [...this.#sessions]
    for (const session of sessions) session.stop()
    const { promise: waitedLong, resolve } = Promise.withResolvers<void>()
    const cancel = this.#options.clock.after(endSeconds * 1000, resolve)
    await Promise.race([Promise.all(sessions.map((session) => session.over)), waitedLong])
    cancel()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endAll()
    await this.#screens[Symbol.asyncDispose]()
    for (const server of Object.values(this.#servers)) server.close()
  }

  #refuse(socket: Duplex, refusal: Refusal): undefined {
    this.#options.log.info({ status: refusal.status, reason: refusal.reason }, 'terminal of a browser refused')
    refuse(socket, refusal)
    return undefined
  }

  async #takeFiles(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = this.#stopping ? stopping() : this.#door.refusal(request, webTerminalFilesSubprotocol, false)
    if (refusal) return this.#refuse(socket, refusal)
    using _place = this.#door.enter(this.#door.addressOf(request))
    const webSocket = await completeUpgrade(this.#servers.files, request, socket, head)
    if (!webSocket) return undefined
    const { clock } = this.#options
    const session = await readFilesOpen(webSocket, clock, (token) => this.#tokens.find('files', token))
    session?.files.open(webSocket)
    return undefined
  }

  async #takeTerminal(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = this.#stopping ? stopping() : this.#door.refusal(request, webTerminalSubprotocol, true)
    if (refusal) return this.#refuse(socket, refusal)
    const older = request.headers['sec-websocket-protocol'] === undefined ? olderOpening(request.url ?? '') : undefined
    if (older && 'status' in older) return this.#refuse(socket, older)
    const address = this.#door.addressOf(request)
    using _place = this.#door.enter(address)
    const dialect = older ? 'older' : 'ours'
    const webSocket = await completeUpgrade(this.#servers[dialect], request, socket, head)
    if (!webSocket) return undefined
    const { clock, log } = this.#options
    const viewer = new Viewer(webSocket, dialect, older ?? sizeBefore, clock)
    const conversation = new Conversation(viewer, clock)
    this.#conversations.add(conversation)
    try {
      const opening = older ?? (await conversation.next(['open', 'resume'], webTerminal.openSeconds))
      if (opening?.type === 'resume') await this.#resume(opening, conversation)
      else if (opening) await this.#open(opening, conversation, endpointsOf(request, address))
    } catch (error) {
      log.error({ err: error }, 'a terminal of a browser could not be opened')
      conversation.end(ourFault)
    } finally {
      this.#conversations.delete(conversation)
    }
    return undefined
  }

  #open(opening: WebTerminalOpen, conversation: Conversation, endpoints: Endpoints): Promise<void> {
    conversation.viewer.size = { columns: opening.columns, rows: opening.rows }
    return openSession(opening, conversation, endpoints, {
      ...this.#options,
      tokens: this.#tokens,
      screens: this.#screens,
      reserve: (whose) => this.#reserve(whose),
      onSession: (session) => {
        this.#sessions.add(session)
        const stay = endInTime(session, this.#options)
        void session.over.then(() => {
          stay()
          this.#sessions.delete(session)
        })
        // The user's standing may have changed while a question was open.
        return this.#check(session)
      },
    })
  }

  /** Sessions that nobody looks at give way. */
  #reserve(place: Whose): Disposable | undefined {
    const isOwn = (other: Whose): boolean => other.user_id === place.user_id
    const sessions = [...this.#sessions].filter((session) => isOwn(session.whose) && !session.closed)
    const opening = [...this.#opening].filter(isOwn).length
    if (sessions.length + opening >= webTerminal.sessionsMost) {
      const unseen = sessions.find((session) => session.waits)
      if (!unseen) return undefined
      unseen.end('another terminal was opened')
    }
    this.#opening.add(place)
    return { [Symbol.dispose]: () => this.#opening.delete(place) }
  }

  async #check(session: WebSession): Promise<void> {
    try {
      const { body } = await this.#options.client.checkTerminalUser({ body: session.whose })
      if (!body.allowed) session.end(notAllowed)
    } catch (error) {
      this.#options.log.error(
        { err: error, session: session.uid },
        'whether a user may have a terminal was not checked',
      )
      session.end('the server could not check whether you may have this terminal')
    }
  }

  /**
   * A token that is not known is no guess, for nobody guesses 256 bits: a server that was restarted must not lock an office
   * out for all the pages that come back with theirs.
   */
  async #resume({ token, received, columns, rows }: WebTerminalResume, conversation: Conversation): Promise<void> {
    const session = this.#tokens.find('token', token)
    if (!session) return conversation.end(unknownToken)
    conversation.viewer.size = { columns, rows }
    return session.attach(conversation.viewer, received)
  }
}

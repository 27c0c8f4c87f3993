// From a ticket to a session that runs.
import { randomBytes } from 'node:crypto'
import type { Client } from '@sshore/client'
import {
  type DeviceUid,
  type SessionUid,
  type TerminalTicket,
  webTerminal,
  type WebTerminalError,
  type WebTerminalOpen,
} from '@sshore/contract'
import type { Link } from '@sshore/link'
import type { Attempts } from '../authentication/attempts.ts'
import { type Admission, Gatekeeper } from '../authentication/gatekeeper.ts'
import type { LoginStep } from '../authentication/login-steps.ts'
import { oneLine } from '../plain-text.ts'
import type { SeatRecorder } from '../recording/seat-recorder.ts'
import { recordingFault } from '../recording/recording-fault.ts'
import { notRecordedText, SessionRecordings } from '../recording/session-recordings.ts'
import { SessionRecord } from '../sessions/session-record.ts'
import type { Endpoints } from '../ssh/proxy-header.ts'
import { admit } from './admission.ts'
import type { Conversation } from './conversation.ts'
import { errorOf } from './messages.ts'
import { sentence } from './sentence.ts'
import type { Size } from './viewer.ts'
import { whoseOf } from './whose.ts'
import { WebSession, type WebSessionServices, type Whose } from './web-session.ts'

export interface OpeningServices extends WebSessionServices {
  readonly client: Client
  readonly findLink: (uid: DeviceUid) => Link | undefined
  readonly attempts: Attempts
  readonly steps: readonly LoginStep[]
  /** Wall clock. */
  readonly today: () => Date
  /** Takes one of the user's sessions; undefined when there are enough. */
  readonly reserve: (whose: Whose) => Disposable | undefined
  /** The session stands; rejects or ends it when its user may not have it. */
  readonly onSession: (session: WebSession) => Promise<void>
}

const termDefault = 'xterm-256color'

const unknownTicket = errorOf('unknown_ticket', 'This ticket is unknown, used or too old.', [
  `Ask for another one: it is good once, for ${webTerminal.ticketSeconds} seconds.`,
])
const tooManySessions = errorOf('too_many_sessions', `You have ${webTerminal.sessionsMost} terminals open.`, [
  'Close one that you do not need.',
])

const notRecorded = errorOf('not_started', sentence(notRecordedText), ['Ask an administrator of the namespace.'])

async function letIn(
  ticket: TerminalTicket,
  uid: SessionUid,
  conversation: Conversation,
  endpoints: Endpoints,
  services: OpeningServices,
): Promise<Admission | WebTerminalError | undefined> {
  const { client, findLink, attempts, steps, clock, today, metrics, log } = services
  const gatekeeper = new Gatekeeper(
    {
      ...{ client, findLink, attempts, steps, clock, today, member: ticket.user_id },
      secondFactor: ticket.second_factor,
      onAttempt: (method, outcome) => metrics.authentications.inc({ method, outcome }),
      onFailure: (user, reason) => log.info({ user: oneLine(user, 300), reason }, 'not let in'),
      onFault: (error) => log.error({ err: error }, 'the login could not be checked'),
    },
    uid,
    endpoints,
  )
  using _left = conversation.onGone(() => gatekeeper.close())
  return await admit(gatekeeper, ticket, uid, conversation)
}

/** The row of a session and its recordings, from before there is a session. */
class Opened {
  readonly #admission: Admission
  readonly #record: SessionRecord
  readonly #recordings: SessionRecordings
  #recorder: SeatRecorder | undefined
  #session: WebSession | undefined
  #refused: string | undefined

  constructor(
    uid: SessionUid,
    admission: Admission,
    { address, term }: { readonly address: string; readonly term: string },
    { client, clock, log }: OpeningServices,
  ) {
    const { device, username } = admission
    this.#admission = admission
    const row = { uid, deviceUid: device.uid, username, ipAddress: address, term, type: 'web' } as const
    const onLost = (error: unknown): void => log.warn({ err: error, session: uid }, 'the session could not be recorded')
    this.#record = new SessionRecord(client, row, onLost, (reason) => {
      this.#refused = reason
      this.#session?.end(reason)
    })
    const onFault = (error: unknown): void =>
      log.warn({ ...recordingFault(error), session: uid }, 'a recording was not written')
    this.#recordings = new SessionRecordings({
      ...{ client, clock, uid, onFault },
      ...{ policy: device.recording, record: this.#record },
    })
  }

  /** Undefined: it has to be recorded, and cannot be. */
  async record(term: string, { columns, rows }: Size) {
    const seat = this.#record.takeSeat()
    this.#recorder = this.#recordings.start(seat, { kind: 'terminal', term, columns, rows })
    this.#recorder?.note('shell', '')
    if (this.#recorder && !(await this.#recorder.ready)) return undefined
    return { record: this.#record, recordings: this.#recordings, seat, recorder: this.#recorder }
  }

  become(session: WebSession): void {
    this.#session = session
    if (this.#refused !== undefined) session.end(this.#refused)
  }

  abandon(): void {
    this.#admission.login.end()
    if (this.#recorder) this.#recordings.finish(this.#recorder)
    void this.#record.finish()
  }
}

/** Ends the conversation itself when there is no session to be had. Rejects for faults of ours. */
export async function openSession(
  { ticket: token, term = termDefault }: WebTerminalOpen,
  conversation: Conversation,
  endpoints: Endpoints,
  services: OpeningServices,
): Promise<void> {
  const { client, attempts, log } = services
  const { viewer } = conversation
  const { address } = endpoints.client
  const { body } = await client.redeemTerminalTicket({ body: { ticket: token } })
  if (body.outcome !== 'good') {
    attempts.noteGuess(address)
    return conversation.end(unknownTicket)
  }
  const { ticket } = body
  const whose = whoseOf(ticket)
  using place = services.reserve(whose)
  if (!place) return conversation.end(tooManySessions)
  const uid = randomBytes(32).toString('hex') as SessionUid
  const admission = await letIn(ticket, uid, conversation, endpoints, services)
  if (!admission) return undefined
  if ('type' in admission) return conversation.end(admission)
  if (viewer.closed) return admission.login.end()
  const { device, username, method } = admission
  log.info(
    { login: username, device: `${device.namespace}.${device.name}`, method, session: uid },
    'logged in by browser',
  )
  const opened = new Opened(uid, admission, { address, term }, services)
  const recording = await opened.record(term, viewer.size)
  if (!recording || viewer.closed) {
    opened.abandon()
    return recording ? undefined : conversation.end(notRecorded)
  }
  const session = new WebSession({ uid, admission, whose, term, size: viewer.size, ...recording }, services)
  opened.become(session)
  // It counts as a session from here on.
  place[Symbol.dispose]()
  using _left = conversation.onGone(() => session.end('the browser left'))
  await services.onSession(session)
  const farewell = await session.started
  if (farewell) return conversation.end(farewell.reply, farewell.code)
  if (viewer.closed) return session.end('the browser left')
  return await session.attach(viewer, 0)
}

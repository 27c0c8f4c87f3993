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
import type { Endpoints } from '../ssh/proxy-header.ts'
import { admit } from './admission.ts'
import type { Conversation } from './conversation.ts'
import { errorOf } from './messages.ts'
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
      ...{ client, findLink, attempts, steps, clock, today },
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
  using place = services.reserve(ticket)
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
  const { user_id, tenant_id, token_version } = ticket
  const whose = { user_id, tenant_id, token_version }
  const session = new WebSession({ uid, admission, whose, address, term, size: viewer.size }, services)
  // It counts as a session from here on.
  place[Symbol.dispose]()
  using _left = conversation.onGone(() => session.end('the browser left'))
  await services.onSession(session)
  const farewell = await session.started
  if (farewell) return conversation.end(farewell.reply, farewell.code)
  if (viewer.closed) return session.end('the browser left')
  return await session.attach(viewer, 0)
}

// A ticket is held in memory, by this process alone: it has a password in it, and lives for half a minute.
import { type BodyOf, type Contract, Failure, TerminalTicket, webTerminal } from '@sshore/contract'
import { Value } from 'typebox/value'
import type { CallingUser, MemberUserCaller } from '../../http/caller.ts'
import { findSessionEnd, holderOf, sessionOf } from '../../http/holders.ts'
import type { Services } from '../../services.ts'
import { getDevice } from '../devices/index.ts'
import { getKeyData } from '../public-keys/index.ts'
import { mayConnect } from './standing.ts'

type Wanted = BodyOf<Contract['createTerminalTicket']>

async function proofOf({ database }: Services, { scope }: MemberUserCaller, wanted: Wanted) {
  const { password = '', fingerprint } = wanted
  // Older clients send an empty password beside the fingerprint.
  if (password !== '') return { kind: 'password', password } as const
  if (fingerprint) return { kind: 'publickey', key: await getKeyData(database, scope, fingerprint) } as const
  const message = 'Send the password of the account on the device, or the fingerprint of a registered public key.'
  throw new Failure('invalid_input', { fields: ['password'], message })
}

/** When a terminal is over that is opened now: with the browser session, or the hour of whoever acts as the user. */
async function untilOf(services: Services, user: CallingUser): Promise<{ readonly until?: number }> {
  if (user.acting) return { until: user.acting.until }
  const { session } = sessionOf(user)
  if (session === undefined) return {}
  return { until: Math.floor(((await findSessionEnd(services, user.id, session)) ?? 0) / 1000) }
}

/** Fails with `device_not_found`, `public_key_not_found`, `invalid_input` or `too_many_requests`. */
export async function createTicket(services: Services, caller: MemberUserCaller, wanted: Wanted): Promise<string> {
  const { user, tenantId, scope } = caller
  const device = await getDevice(services.database, scope, wanted.device)
  const ticket: TerminalTicket = {
    ...holderOf(user, tenantId),
    ...(await untilOf(services, user)),
    device_uid: device.uid,
    username: wanted.username,
    second_factor: user.secondFactor,
    proof: await proofOf(services, caller, wanted),
  }
  const { ticketSeconds, ticketsMost } = webTerminal
  const token = services.held.hold(`terminal of ${user.id}`, JSON.stringify(ticket), ticketSeconds, ticketsMost)
  if (token !== undefined) return token
  const message = 'Too many terminals were asked for and not opened; try again in half a minute.'
  throw new Failure('too_many_requests', { message, headers: { 'Retry-After': String(ticketSeconds) } })
}

/** Undefined as well when its user may not connect any more. */
export async function takeTicket(services: Services, token: string): Promise<TerminalTicket | undefined> {
  const text = services.held.take(token)
  if (text === undefined) return undefined
  const ticket = Value.Parse(TerminalTicket, JSON.parse(text))
  return (await mayConnect(services, ticket)) ? ticket : undefined
}

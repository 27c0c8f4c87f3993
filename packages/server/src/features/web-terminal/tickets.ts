// A ticket is held in memory, by this process alone: it has a password in it, and lives for half a minute.
import { type BodyOf, type Contract, Failure, TerminalTicket, webTerminal } from '@sshore/contract'
import { Value } from 'typebox/value'
import type { CallingUser, MemberUserCaller } from '../../http/caller.ts'
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

const endOf = ({ acting }: CallingUser) =>
  acting && { until: acting.until, ...(acting.administrator && { by: acting.administrator }) }

/** Fails with `device_not_found`, `public_key_not_found`, `invalid_input` or `too_many_requests`. */
export async function createTicket(services: Services, caller: MemberUserCaller, wanted: Wanted): Promise<string> {
  const { user, tenantId, scope } = caller
  const device = await getDevice(services.database, scope, wanted.device)
  const ticket: TerminalTicket = {
    user_id: user.id,
    tenant_id: tenantId,
    token_version: user.tokenVersion,
    ...endOf(user),
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
export async function takeTicket(
  { held, database, clock }: Services,
  token: string,
): Promise<TerminalTicket | undefined> {
  const text = held.take(token)
  if (text === undefined) return undefined
  const ticket = Value.Parse(TerminalTicket, JSON.parse(text))
  return (await mayConnect(database, ticket, clock.now())) ? ticket : undefined
}

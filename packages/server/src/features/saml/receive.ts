// What an identity provider says of somebody, carried here by their browser.
import { createHash } from 'node:crypto'
import { Failure, limits } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { samlSettings } from './settings.ts'
import type { Services } from '../../services.ts'
import { findAccount } from './accounts.ts'
import { Refusal, type Statement } from './assertion.ts'
import { profileOf } from './profile.ts'
import { readResponse } from './response.ts'
import { digestOf, openText, type SamlRequest, sealText, type Ticket } from './sealed-texts.ts'
import { type Parties, partiesOf } from './service-provider.ts'
import { spend } from './spent.store.ts'

/** A page of the console, relative to this server. */
const page = (query: Readonly<Record<string, string>>): string => `/login?${new URLSearchParams(query).toString()}`

function requestOf({ sealer, clock }: Services, { requestId }: Statement): SamlRequest {
  const request = openText(sealer, 'request', requestId, clock.now())
  if (!request) throw new Refusal('it answers no request of this server, or too late')
  return request
}

/** Both the request and the assertion are good for one use. Throws a `Refusal`. */
async function spendBoth(database: Parameters<typeof spend>[0], statement: Statement, request: SamlRequest) {
  const until = statement.until + seconds(2 * limits.saml.skewSeconds)
  const fresh = await spend(database, digestOf(`assertion ${statement.id}`), until)
  if (!fresh || !(await spend(database, digestOf(`request ${statement.requestId}`), Math.max(until, request.until)))) {
    throw new Refusal('it was used before')
  }
}

/** Where the browser goes, for a statement that can be believed. */
async function welcome(
  services: Services,
  changeServer: Changing['changeServer'],
  { provider }: Parties,
  statement: Statement,
): Promise<string> {
  const { clock, sealer, database } = services
  const request = requestOf(services, statement)
  const { profile, missing } = profileOf(statement.attributes, provider)
  if (missing.length > 0) return page({ missing_assertions: missing.join(',') })
  const identity = { issuer: provider.entity_id, name: statement.name }
  const { createUsers } = await samlSettings.read(database)
  const now = clock.now()
  const found = await changeServer(async (work) => {
    await spendBoth(work.database, statement, request)
    return findAccount(work, identity, profile, { createUsers, now })
  })
  if (found.outcome === 'unknown') return page({ saml_error: 'saml_unknown_user' })
  const { challenge } = request
  const ticket: Ticket =
    found.outcome === 'unproved'
      ? { kind: 'link', ...identity, challenge, until: now + seconds(limits.saml.linkSeconds) }
      : {
          kind: 'login',
          userId: found.user.id,
          tokenVersion: found.user.token_version,
          challenge,
          until: now + seconds(limits.saml.ticketSeconds),
        }
  return page({ [ticket.kind === 'link' ? 'saml_link' : 'saml']: sealText(sealer, 'ticket', ticket) })
}

/**
 * Takes a response, in base64, and returns the address that the browser is sent on to. Fails with `saml_absent`; all else that is
 * wrong is told on the page, the reason in the audit log.
 */
export async function receive(
  services: Services,
  changeServer: Changing['changeServer'],
  response: string,
): Promise<string> {
  const parties = partiesOf(services, await samlSettings.read(services.database))
  try {
    return await welcome(services, changeServer, parties, await readResponse(services, parties, response))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { message: reason } = error
    services.log.warn({ reason }, 'an assertion of the identity provider was not accepted')
    await changeServer(
      ({ changed }) => changed({ what: 'user.saml-refused', target: { kind: 'user', id: '' }, after: { reason } }),
      // Nothing else waits for it.
      'saml-refused',
    )
    return page({ saml_error: 'saml_refused' })
  }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** What a ticket stands for. Fails with `saml_ticket` for one that is unknown, late, of another kind or of another browser. */
export function openTicket<Kind extends Ticket['kind']>(
  { sealer, clock }: Services,
  kind: Kind,
  text: string,
  verifier: string | undefined,
): Ticket & { readonly kind: Kind } {
  const ticket = openText(sealer, 'ticket', text, clock.now())
  // Exactly: a ticket without a challenge, which anybody may have made, is not for a browser that began with one.
  const ofThisBrowser = ticket?.challenge === (verifier === undefined ? '' : challengeOf(verifier))
  if (!ticket || ticket.kind !== kind || !ofThisBrowser) throw new Failure('saml_ticket')
  // Its kind was just compared.
  return ticket as Ticket & { readonly kind: Kind }
}

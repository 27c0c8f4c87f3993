// From a ticket to a token, or to an account that the identity belongs to from then on.
import { type BodyOf, type Contract, Failure, type UserAuth } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import { samlSettings } from './settings.ts'
import type { Services } from '../../services.ts'
import { beginSecondStep, browserOf, secondStepNeeded, signIn } from '../authentication/index.ts'
import { findUser } from '../users/index.ts'
import { isTaken, link, ownerOf } from './accounts.ts'
import { openTicket } from './receive.ts'
import { digestOf } from './sealed-texts.ts'
import { partiesOf } from './service-provider.ts'
import { spend } from './spent.store.ts'

const spendTicket = async (database: Parameters<typeof spend>[0], text: string, until: number): Promise<void> => {
  if (!(await spend(database, digestOf(`ticket ${text}`), until))) throw new Failure('saml_ticket')
}

/** Fails with `saml_absent`, `saml_ticket`, or `mfa_needed` where the user has a second factor. */
export async function redeem(
  services: Services,
  changeServer: Changing['changeServer'],
  { ticket: text, verifier }: BodyOf<Contract['redeemSamlTicket']>,
  { address, byConsole }: { readonly address: string; readonly byConsole: boolean },
): Promise<UserAuth> {
  partiesOf(services, await samlSettings.read(services.database))
  const ticket = openTicket(services, 'login', text, verifier)
  // A failure is returned, not thrown: throwing would undo that the ticket was used.
  const outcome = await changeServer(async ({ database, changed }): Promise<UserAuth | Failure> => {
    await spendTicket(database, text, ticket.until)
    const user = await findUser(database, ticket.userId)
    // Deleted, or signed out everywhere, between the two steps.
    if (user?.status !== 'confirmed' || user.token_version !== ticket.tokenVersion) throw new Failure('saml_ticket')
    // What the user has set up beside the password is asked for here too.
    const token = await beginSecondStep(services, database, user, { address, singleSignOn: true })
    const target = { kind: 'user', id: user.id, name: user.username } as const
    if (token !== undefined) {
      await changed({ what: 'user.mfa-asked', target, after: { method: 'saml' } })
      return secondStepNeeded(token)
    }
    const { userAuth, scope } = await signIn(services, database, user, {
      secondFactor: false,
      singleSignOn: true,
      browser: browserOf(byConsole),
    })
    await changed({ what: 'user.login', target, after: { method: 'saml' } }, scope)
    return userAuth
  }, ticket.userId)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

export interface Asking {
  readonly userId: UserAuth['id']
  readonly address: string
}

/** Fails with `saml_absent`, `saml_ticket`, `saml_identity_taken`, or as proving the password does. */
export async function linkTo(
  services: Services,
  changeServer: Changing['changeServer'],
  { userId, address }: Asking,
  { ticket: text, verifier, password }: BodyOf<Contract['linkSamlIdentity']>,
): Promise<void> {
  partiesOf(services, await samlSettings.read(services.database))
  const { issuer, name, until } = openTicket(services, 'link', text, verifier)
  for (const prove of services.hooks.list('user.prove-password')) {
    await prove(services, changeServer, { userId, password, address })
  }
  const linking = changeServer(async (work) => {
    await spendTicket(work.database, text, until)
    const user = await findUser(work.database, userId)
    if (!user) throw new Failure('unauthenticated')
    const owner = await ownerOf(work, { issuer, name })
    if (owner === userId) return
    if (owner !== undefined) throw new Failure('saml_identity_taken')
    await link(work, user, { issuer, name }, services.clock.now())
  })
  await linking.catch((error: unknown) => {
    throw isTaken(error) ? new Failure('saml_identity_taken') : error
  })
}

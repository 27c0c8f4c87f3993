import { type BodyOf, type contract, Failure, limits } from '@sshore/contract'
import type { Changing } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import { setupDone } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { findInviteFor } from '../invites/index.ts'
import { addUser, registrationConflicts } from '../users/index.ts'
import { mailLink } from './mailed-links.ts'
import { type Asker, countRegistration, requireLocalAuthentication } from './requests.ts'

type Registration = BodyOf<typeof contract.registerUser>

/** Who registers before the server is set up would take the setup link from whoever runs it. */
async function requireOpen(services: Services, invited: boolean): Promise<void> {
  await requireLocalAuthentication(services)
  const { database, options } = services
  const { registration = 'open' } = options
  if (registration === 'closed' || (registration === 'invited' && !invited)) throw new Failure('registration_closed')
  if (await setupDone.read(database)) return
  throw new Failure('registration_closed', { message: 'This server has not been set up yet.' })
}

/** Whether whoever has this signature reads the mailbox; undefined without one. Fails with `invite_not_found`. */
async function provedBy(
  database: Database,
  { email, sig = '' }: Registration,
  now: number,
): Promise<boolean | undefined> {
  if (sig === '') return undefined
  const invite = await findInviteFor(database, email, sig, now)
  if (!invite) throw new Failure('invite_not_found')
  return invite.mailed
}

/**
 * Makes an account. Fails with `user_exists` and the fields, `invite_not_found`, `registration_closed`,
 * `local_authentication_disabled` or `too_many_requests`.
 */
export async function register(
  services: Services,
  changeServer: Changing['changeServer'],
  registration: Registration,
  asker: Asker,
): Promise<void> {
  const { clock, passwords } = services
  const { name, username, email, password, email_marketing: emailMarketing } = registration
  const invited = (registration.sig ?? '') !== ''
  await requireOpen(services, invited)
  // Counted before anything is told of names that are taken.
  await countRegistration(services, asker)
  await provedBy(services.database, registration, clock.now())
  const fields = await registrationConflicts(services.database, { username, email })
  if (fields.length > 0) throw new Failure('user_exists', { fields })
  const passwordHash = await passwords.hash(password)
  await changeServer(async (work) => {
    const { database } = work
    const now = clock.now()
    const status = (await provedBy(database, registration, now)) === true ? 'confirmed' : 'not-confirmed'
    const max_namespaces = limits.accounts.namespacesMost
    const account = { name, username, email, passwordHash, emailMarketing, max_namespaces, status } as const
    const user = await addUser(work, account, now)
    if (status === 'confirmed') return
    await mailLink(services, database, user, { purpose: 'confirmation', language: asker.language })
  })
}

// Asking for a mail tells nobody whether there is such an account: the request is written down, the same for every name, and answered
// by a job. Answer and time are the same, however long the mail takes.
import { randomUUID } from 'node:crypto'
import { Failure, type Language, limits, networkOf } from '@sshore/contract'
import { changeServer } from '../../platform/change.ts'
import { hours } from '../../platform/clock.ts'
import type { AccountRequestsTable } from '../../platform/database/account-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transact, transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { isLocalLoginOn } from '../authentication/index.ts'
import { findUserByLogin, type UserWithPassword } from '../users/index.ts'
import { countRequests, insertRequest, isHeldBack, listOpenRequests, takeRequest } from './accounts.store.ts'
import { mailLink } from './mailed-links.ts'

/** Who asks, without a credential. */
export interface Asker {
  readonly address: string
  readonly language: Language
  readonly requestId: string
}

/** Fails with `local_authentication_disabled`. */
export async function requireLocalAuthentication(services: Services): Promise<void> {
  if (!(await isLocalLoginOn(services))) throw new Failure('local_authentication_disabled')
}

/** Writes a request down. Fails with `too_many_requests` where one network has made too many. */
function writeRequest(
  { database, clock }: Services,
  request: Pick<AccountRequestsTable, 'purpose' | 'login' | 'done'>,
  { address, language, requestId }: Asker,
): Promise<void> {
  const [network, now] = [networkOf(address), clock.now()]
  const write = async (transaction: Database): Promise<void> => {
    if ((await countRequests(transaction, network, now - hours(1))) >= limits.accounts.requestsPerNetworkHour) {
      throw new Failure('too_many_requests', { headers: { 'Retry-After': String(hours(1) / 1000) } })
    }
    const from = { network, address, language, request: requestId }
    await insertRequest(transaction, { id: randomUUID(), ...request, ...from, created_at: now })
  }
  return transact(database, write, `network ${network}`)
}

/** Counts an attempt to register, whatever becomes of it. Fails with `too_many_requests`. */
export const countRegistration = (services: Services, asker: Asker): Promise<void> =>
  writeRequest(services, { purpose: 'registration', login: '', done: 1 }, asker)

/** Fails with `local_authentication_disabled` or `too_many_requests`, for reasons that have nothing to do with the account. */
export async function askForLink(
  services: Services,
  purpose: 'confirmation' | 'recovery',
  login: string,
  asker: Asker,
): Promise<void> {
  await requireLocalAuthentication(services)
  await writeRequest(services, { purpose, login: login.toLowerCase(), done: 0 }, asker)
}

/** A password of this server is what is lost or not confirmed; whoever signs in elsewhere alone has none. */
function wants(purpose: AccountRequestsTable['purpose'], user: UserWithPassword | undefined): user is UserWithPassword {
  if (!user || user.password_hash === '' || user.status === 'invited') return false
  return purpose === 'recovery' || (purpose === 'confirmation' && user.status === 'not-confirmed')
}

async function answer(services: Services, request: AccountRequestsTable): Promise<void> {
  const { purpose, login, language, address, request: requestId } = request
  const user = await findUserByLogin(services.database, login)
  const isHeld = user && purpose === 'recovery' && (await isHeldBack(services.database, user.id, services.clock.now()))
  if (isHeld || !wants(purpose, user) || purpose === 'registration') {
    await transactFreely(services.database, (transaction) => takeRequest(transaction, request.id))
    return
  }
  const actor = { kind: 'anybody', origin: { address, requestId, userAgent: '' } } as const
  await changeServer(
    services,
    actor,
    async ({ database, changed }) => {
      if (!(await takeRequest(database, request.id))) return
      if (!(await mailLink(services, database, user, { purpose, language }))) return
      const what = purpose === 'recovery' ? 'user.recovery-asked' : 'user.confirmation-asked'
      await changed({ what, target: { kind: 'user', id: user.id, name: user.username } })
    },
    user.id,
  )
}

const atOnce = 50

/** Mails what was asked for. */
export async function answerRequests(services: Services, stopping: AbortSignal): Promise<void> {
  for (;;) {
    const requests = await listOpenRequests(services.database, atOnce)
    for (const request of requests) {
      if (stopping.aborted) return
      await answer(services, request)
    }
    if (requests.length < atOnce) return
  }
}

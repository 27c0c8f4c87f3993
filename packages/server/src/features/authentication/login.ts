// Signing in with a password. Whoever guesses learns neither whether a user exists nor, while locked, whether a guess was right.
import { Failure, type UserAuth } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Services } from '../../services.ts'
import { findUserByLogin, updatePasswordHash, type User, type UserWithPassword } from '../users/index.ts'
import {
  type Attempt,
  accountLocked,
  accountOf,
  fail,
  findLock,
  forgetFailures,
  invalidCredentials,
  secondStepNeeded,
  targetOf,
  tellFailure,
} from './attempts.ts'
import { isLocalLoginOn } from './methods.ts'
import { browserOf, signIn } from './user-auth.ts'

async function succeed(
  services: Services,
  { database, changed }: Work,
  attempt: Attempt & { user: UserWithPassword },
  byConsole: boolean,
) {
  await forgetFailures(database, attempt, services.clock.now())
  const { userAuth, scope } = await signIn(services, database, attempt.user, {
    secondFactor: false,
    browser: browserOf(byConsole),
  })
  await changed({ what: 'user.login', target: targetOf(attempt.user) }, scope)
  return userAuth
}

/** The token of the second step, after a proof of identity; undefined for somebody who has none. */
export async function beginSecondStep(
  { hooks, clock }: Services,
  database: Database,
  user: User,
  proved: { readonly address: string; readonly singleSignOn?: boolean },
): Promise<string | undefined> {
  for (const { begin } of hooks.list('authentication.second-factor')) {
    const token = await begin(database, user, proved, clock.now())
    if (token !== undefined) return token
  }
  return undefined
}

export interface Credentials {
  /** User name or e-mail address. */
  readonly username: string
  readonly password: string
  readonly address: string
  readonly byConsole: boolean
}

/**
 * Signs in by user name or e-mail address. Fails with `local_authentication_disabled`, `account_locked` (header `X-Account-Lockout`:
 * the end in Unix seconds), `invalid_credentials`, or, once the password was right, `user_not_confirmed` or `mfa_needed` (header
 * `X-MFA-Token`: what the second step names).
 */
export async function login(
  services: Services,
  changeServer: Changing['changeServer'],
  { username: name, password, address, byConsole }: Credentials,
): Promise<UserAuth> {
  const { database, clock, passwords } = services
  if (!(await isLocalLoginOn(services))) throw new Failure('local_authentication_disabled')
  const user = await findUserByLogin(database, name)
  const attempt: Attempt = { user, account: accountOf(user, name), address }
  const lock = await findLock(database, attempt, clock.now())
  if (lock > 0) throw accountLocked(lock)

  const right = await passwords.verify(user?.password_hash, password)
  const rehashed =
    right && user && passwords.isOutdated(user.password_hash) ? await passwords.hash(password) : undefined

  // A failure is returned, not thrown: throwing would undo the count.
  const decide = async (work: Work): Promise<UserAuth | Failure> => {
    const { database: transaction } = work
    const now = clock.now()
    // Guesses sent at the same time all got here; those that come after the locking one must not learn their result.
    const lockedMeanwhile = await findLock(transaction, attempt, now)
    if (lockedMeanwhile > 0) return accountLocked(lockedMeanwhile)
    if (!right || !user || user.status === 'invited') {
      const until = await fail(services, transaction, attempt, now)
      await tellFailure(work, attempt, until)
      return until > 0 ? accountLocked(until) : invalidCredentials()
    }
    if (user.status === 'not-confirmed') return new Failure('user_not_confirmed')
    if (rehashed !== undefined) await updatePasswordHash(transaction, user.id, rehashed, now)
    // Failures stay counted until the second step: whoever knows the password alone must not get fresh guesses by it.
    const token = await beginSecondStep(services, transaction, user, { address })
    if (token !== undefined) {
      await work.changed({ what: 'user.mfa-asked', target: targetOf(user) })
      return secondStepNeeded(token)
    }
    return succeed(services, work, { ...attempt, user }, byConsole)
  }
  const outcome = await changeServer(decide, attempt.account)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

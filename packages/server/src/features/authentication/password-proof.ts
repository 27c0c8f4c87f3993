// Proving anew, while signed in, that one knows the password: a stolen token must not be enough to change it.
import { Failure } from '@sshore/contract'
import type { HookTypes, Work } from '../../hooks.ts'
import { findUserWithPassword } from '../users/index.ts'
import { hasSecondFactor } from './user-auth.ts'
import { type Attempt, accountLocked, fail, findLock, forgetFailures, tellFailure } from './attempts.ts'

/** Counts under the same lockout as a login. Fails with `account_locked` or `wrong_current_password`. */
export const provePassword: HookTypes['user.prove-password'] = async (services, changeServer, proof) => {
  const { userId, password, address } = proof
  const { database, clock, passwords } = services
  const user = await findUserWithPassword(database, userId)
  if (!user) throw new Failure('unauthenticated')
  const attempt: Attempt & { user: typeof user } = { user, account: user.id, address }
  const lock = await findLock(database, attempt, clock.now())
  if (lock > 0) throw accountLocked(lock)
  const right = await passwords.verify(user.password_hash, password)
  // A failure is returned, not thrown: throwing would undo the count.
  const prove = async (work: Work): Promise<Failure | undefined> => {
    const { database: transaction } = work
    const now = clock.now()
    const lockedMeanwhile = await findLock(transaction, attempt, now)
    if (lockedMeanwhile > 0) return accountLocked(lockedMeanwhile)
    if (right) {
      // Codes are counted with passwords: whoever knows the password must not get fresh guesses at them by it.
      if (!(await hasSecondFactor(services, transaction, userId))) await forgetFailures(transaction, attempt, now)
      return undefined
    }
    const until = await fail(services, transaction, attempt, now)
    await tellFailure(work, attempt, until)
    return until > 0 ? accountLocked(until) : new Failure('wrong_current_password', { fields: ['current_password'] })
  }
  const failure = await changeServer(prove, attempt.account)
  if (failure) throw failure
}

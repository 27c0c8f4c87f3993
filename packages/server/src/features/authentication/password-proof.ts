// Proving anew, while signed in, that one knows the password: a stolen token must not be enough to change it.
import { Failure } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { transact } from '../../platform/database/transaction.ts'
import { findUserWithPassword } from '../users/index.ts'
import { type Attempt, accountLocked, fail, findLock, forgetFailures } from './attempts.ts'

/** Counts under the same lockout as a login. Fails with `account_locked` or `wrong_current_password`. */
export const provePassword: HookTypes['user.prove-password'] = async (services, { userId, password, address }) => {
  const { database, clock, passwords } = services
  const user = await findUserWithPassword(database, userId)
  if (!user) throw new Failure('unauthenticated')
  const attempt: Attempt & { user: typeof user } = { user, account: user.id, address }
  const lock = await findLock(database, attempt, clock.now())
  if (lock > 0) throw accountLocked(lock)
  const right = await passwords.verify(user.password_hash, password)
  // A failure is returned, not thrown: throwing would undo the count.
  const failure = await transact(database, async (transaction) => {
    const now = clock.now()
    const lockedMeanwhile = await findLock(transaction, attempt, now)
    if (lockedMeanwhile > 0) return accountLocked(lockedMeanwhile)
    if (right) return forgetFailures(transaction, attempt, now)
    const until = await fail(services, transaction, attempt, now)
    return until > 0 ? accountLocked(until) : new Failure('wrong_current_password', { fields: ['current_password'] })
  })
  if (failure) throw failure
}

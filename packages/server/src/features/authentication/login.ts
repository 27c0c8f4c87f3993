// Signing in with a password. Whoever guesses learns neither whether a user exists nor, while locked, whether a guess was right.
import { createHash } from 'node:crypto'
import { Failure, limits, type UserAuth, type UserId } from '@sshore/contract'
import { hours } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transact } from '../../platform/database/transaction.ts'
import { readSetting } from '../../platform/settings.ts'
import type { Services } from '../../services.ts'
import { findUserByLogin, updatePasswordHash, type UserWithPassword } from '../users/index.ts'
import {
  clearFailures,
  everyAddress,
  findFailures,
  isKnownAddress,
  writeFailures,
  writeKnownAddress,
} from './lockout.store.ts'
import { afterFailure, type FailureCount, isLocked, type LockoutRule } from './lockout.ts'
import { signIn } from './user-auth.ts'

export const knownAddressMilliseconds = hours(limits.lockout.knownAddressDays * 24)

/** No user's id: those have 24 hex digits. */
const nobody = '' as UserId

interface Attempt {
  /** Undefined: there is no such user. */
  readonly user: UserWithPassword | undefined
  /** What failures are counted under; unknown names are counted too, so that they lock like known ones. */
  readonly account: string
  readonly address: string
}

const accountOf = (user: UserWithPassword | undefined, login: string): string =>
  user?.id ?? `unknown:${createHash('sha256').update(login.toLowerCase()).digest('base64url')}`

interface Rules {
  readonly address: LockoutRule
  readonly account: LockoutRule
}

function rulesOf({ options }: Services): Rules {
  const ceilingMinutes = options.lockoutCeilingMinutes ?? limits.lockout.ceilingMinutes
  const { firstFailure, accountFirstFailure } = limits.lockout
  return { address: { firstFailure, ceilingMinutes }, account: { firstFailure: accountFirstFailure, ceilingMinutes } }
}

const lockedUntil = (now: number, counts: readonly (FailureCount | undefined)[]): number =>
  Math.max(0, ...counts.map((count) => (isLocked(count, now) ? (count?.lockedUntil ?? 0) : 0)))

/** End of the lock in Unix milliseconds; 0 for none. An address the user is known at is locked by its own failures only. */
async function findLock(database: Database, attempt: Attempt, now: number): Promise<number> {
  const { user, account, address } = attempt
  const own = await findFailures(database, account, address)
  const all = await findFailures(database, account, everyAddress)
  // Asked for unknown users too, so that they cost the same.
  const known = await isKnownAddress(database, user?.id ?? nobody, address, now - knownAddressMilliseconds)
  return lockedUntil(now, known ? [own] : [own, all])
}

const accountLocked = (until: number): Failure =>
  new Failure('account_locked', {
    headers: { 'X-Account-Lockout': String(Math.ceil(until / 1000)), 'X-MFA-Token': '' },
  })

const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', { headers: { 'X-Account-Lockout': '0', 'X-MFA-Token': '' } })

/** Counts a failure; returns what to answer. */
async function fail(database: Database, attempt: Attempt, rules: Rules, now: number): Promise<Failure> {
  const { account, address } = attempt
  const own = afterFailure(await findFailures(database, account, address), rules.address, now)
  const all = afterFailure(await findFailures(database, account, everyAddress), rules.account, now)
  await writeFailures(database, account, address, own)
  await writeFailures(database, account, everyAddress, all)
  const until = lockedUntil(now, [own, all])
  return until > 0 ? accountLocked(until) : invalidCredentials()
}

async function succeed(services: Services, database: Database, attempt: Attempt & { user: UserWithPassword }) {
  const { user, account, address } = attempt
  await clearFailures(database, account, address)
  await writeKnownAddress(database, user.id, address, services.clock.now())
  return signIn(services, database, user)
}

/**
 * Signs in by user name or e-mail address. Fails with `local_authentication_disabled`, `account_locked` (header `X-Account-Lockout`:
 * the end in Unix seconds), `invalid_credentials`, or, once the password was right, `user_not_confirmed`.
 */
export async function login(services: Services, name: string, password: string, address: string): Promise<UserAuth> {
  const { database, clock, passwords } = services
  if (!(await readSetting(database, 'local_authentication'))) throw new Failure('local_authentication_disabled')
  const user = await findUserByLogin(database, name)
  const attempt: Attempt = { user, account: accountOf(user, name), address }
  const lock = await findLock(database, attempt, clock.now())
  if (lock > 0) throw accountLocked(lock)

  const right = await passwords.verify(user?.password_hash, password)
  const rehashed =
    right && user && passwords.isOutdated(user.password_hash) ? await passwords.hash(password) : undefined

  // A failure is returned, not thrown: throwing would undo the count.
  const outcome = await transact(database, async (transaction): Promise<UserAuth | Failure> => {
    const now = clock.now()
    // Guesses sent at the same time all got here; those that come after the locking one must not learn their result.
    const lockedMeanwhile = await findLock(transaction, attempt, now)
    if (lockedMeanwhile > 0) return accountLocked(lockedMeanwhile)
    if (!right || !user || user.status === 'invited') return fail(transaction, attempt, rulesOf(services), now)
    if (user.status === 'not-confirmed') return new Failure('user_not_confirmed')
    if (rehashed !== undefined) await updatePasswordHash(transaction, user.id, rehashed, now)
    return succeed(services, transaction, { ...attempt, user })
  })
  if (outcome instanceof Failure) throw outcome
  return outcome
}

// Attempts at a password, and the lockout that follows from those that fail.
import { createHash } from 'node:crypto'
import { Failure, limits, type UserId } from '@sshore/contract'
import { hours } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Services } from '../../services.ts'
import type { Fact, Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { scopeOf } from '../../platform/scope.ts'
import { findStartingMembership } from '../namespaces/index.ts'
import type { User } from '../users/index.ts'
import {
  clearFailures,
  everyAddress,
  findFailures,
  isKnownAddress,
  writeFailures,
  writeKnownAddress,
} from './lockout.store.ts'
import { afterFailure, type FailureCount, isLocked, type LockoutRule } from './lockout.ts'

export const knownAddressMilliseconds = hours(limits.lockout.knownAddressDays * 24)

/** No user's id: those have 24 hex digits. */
const nobody = '' as UserId

export interface Attempt {
  /** Undefined: there is no such user. */
  readonly user: User | undefined
  /** What failures are counted under; unknown names are counted too, so that they lock like known ones. */
  readonly account: string
  readonly address: string
}

export const accountOf = (user: User | undefined, login: string): string =>
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
export async function findLock(database: Database, attempt: Attempt, now: number): Promise<number> {
  const { user, account, address } = attempt
  const own = await findFailures(database, account, address)
  const all = await findFailures(database, account, everyAddress)
  // Asked for unknown users too, so that they cost the same.
  const known = await isKnownAddress(database, user?.id ?? nobody, address, now - knownAddressMilliseconds)
  return lockedUntil(now, known ? [own] : [own, all])
}

export const accountLocked = (until: number): Failure =>
  new Failure('account_locked', {
    headers: { 'X-Account-Lockout': String(Math.ceil(until / 1000)), 'X-MFA-Token': '' },
  })

export const invalidCredentials = (): Failure =>
  new Failure('invalid_credentials', { headers: { 'X-Account-Lockout': '0', 'X-MFA-Token': '' } })

export const secondStepNeeded = (token: string): Failure =>
  new Failure('mfa_needed', { headers: { 'X-Account-Lockout': '0', 'X-MFA-Token': token } })

/** Counts a failure; returns the end of the lock that it has led to in Unix milliseconds, 0 for none. */
export async function fail(services: Services, database: Database, attempt: Attempt, now: number): Promise<number> {
  const rules = rulesOf(services)
  const { account, address } = attempt
  const own = afterFailure(await findFailures(database, account, address), rules.address, now)
  const all = afterFailure(await findFailures(database, account, everyAddress), rules.account, now)
  await writeFailures(database, account, address, own)
  await writeFailures(database, account, everyAddress, all)
  return lockedUntil(now, [own, all])
}

/** The password was right: failures from this address no longer count, and it is known from now on. */
export async function forgetFailures(
  database: Database,
  { user, account, address }: Attempt & { readonly user: User },
  now: number,
): Promise<void> {
  await clearFailures(database, account, address)
  await writeKnownAddress(database, user.id, address, now)
}

/** The name of an unknown user is not told: it may be a password typed into the wrong field. */
export const targetOf = (user: User | undefined): Fact['target'] =>
  user ? { kind: 'user', id: user.id, name: user.username } : { kind: 'user', id: '' }

/** Tells of a failed attempt where the user would have started, so that whoever looks after that namespace sees it. */
export async function tellFailure(
  { database, changed, actor }: Work,
  { user, address }: Attempt,
  lockedUntil: number,
): Promise<void> {
  // Looked for in any case, so that an unknown user costs the same.
  const starting = await findStartingMembership(database, user?.id ?? nobody, user?.preferred_tenant_id ?? null)
  const what = lockedUntil > 0 ? 'user.login-locked' : 'user.login-failed'
  const until = lockedUntil > 0 ? { locked_until: new Date(lockedUntil).toISOString() } : {}
  // What the gateway asks in somebody's name has no address of theirs beside it.
  const after = actor.kind === 'server' ? { ...until, ip_address: address } : until
  const told = Object.keys(after).length > 0 ? { after } : {}
  await changed({ what, target: targetOf(user), ...told }, starting && scopeOf(starting.tenant_id))
}

/**
 * A proof under the lockout that holds for passwords as well: a failure that `prove` returns counts as a wrong guess, a result forgets
 * those before. What it throws counts as nothing. Fails with `account_locked`, or as `prove` says.
 */
export async function guarded<Result>(
  services: Services,
  changeServer: Changing['changeServer'],
  attempt: Attempt,
  prove: (work: Work) => Promise<Result | Failure>,
): Promise<Result> {
  const { database, clock } = services
  const lock = await findLock(database, attempt, clock.now())
  if (lock > 0) throw accountLocked(lock)
  // A failure is returned, not thrown: throwing would undo the count.
  const decide = async (work: Work): Promise<Result | Failure> => {
    const now = clock.now()
    const lockedMeanwhile = await findLock(work.database, attempt, now)
    if (lockedMeanwhile > 0) return accountLocked(lockedMeanwhile)
    const result = await prove(work)
    const { user } = attempt
    if (!(result instanceof Failure)) {
      if (user) await forgetFailures(work.database, { ...attempt, user }, now)
      return result
    }
    const until = await fail(services, work.database, attempt, now)
    await tellFailure(work, attempt, until)
    return until > 0 ? accountLocked(until) : result
  }
  const outcome = await changeServer(decide, attempt.account)
  if (outcome instanceof Failure) throw outcome
  return outcome
}

// The second step of a login: a one-time code, a recovery code or a security key, after the password was right.
import { Failure, limits, type UserAuth } from '@sshore/contract'
import type { Work } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { minutes } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { MfaChallengesTable } from '../../platform/database/mfa-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Services } from '../../services.ts'
import { accountOf, type Attempt, browserOf, guarded, signIn } from '../authentication/index.ts'
import { findUserByLogin, type User } from '../users/index.ts'
import { getChallenge, hashOfToken } from './challenges.ts'
import { findChallenge, findLoginFrom, takeChallenge } from './challenges.store.ts'
import { acceptCode, acceptRecoveryCode, targetOf } from './factor.ts'

type ChangeServer = Changing['changeServer']

export const attemptOf = (user: User, address: string): Attempt => ({ user, account: user.id, address })

/** Of the request that ends a login. */
export interface ComingFrom {
  readonly address: string
  readonly byConsole: boolean
}

/** Signs in by a login that waited for it, which is taken: of two that end it at once, one wins. */
export async function complete(
  services: Services,
  { database, changed }: Work,
  {
    user,
    challenge,
    byConsole,
  }: { readonly user: User; readonly challenge: MfaChallengesTable; readonly byConsole: boolean },
  how: 'code' | 'recovery-code' | 'security-key',
): Promise<UserAuth> {
  if (!(await takeChallenge(database, challenge.token_hash))) throw new Failure('mfa_token_unknown')
  const { userAuth, scope } = await signIn(services, database, user, {
    secondFactor: true,
    singleSignOn: flag.read(challenge.single_sign_on),
    browser: browserOf(byConsole),
  })
  await changed({ what: 'user.login', target: targetOf(user), after: { second_factor: how } }, scope)
  return userAuth
}

/** Fails with `mfa_token_unknown`, `wrong_code` or `account_locked`. */
export async function signInWithCode(
  services: Services,
  changeServer: ChangeServer,
  { token, code, address, byConsole }: { readonly token: string; readonly code: string } & ComingFrom,
): Promise<UserAuth> {
  const { database, clock } = services
  const { user } = await getChallenge(database, 'login', token, clock.now())
  return guarded(services, changeServer, attemptOf(user, address), async (work) => {
    const waiting = await getChallenge(work.database, 'login', token, clock.now())
    const right = await acceptCode(services, work.database, user.id, code)
    if (!right) return new Failure('wrong_code', { fields: ['code'] })
    return complete(services, work, { ...waiting, byConsole }, 'code')
  })
}

export interface Identified {
  readonly identifier: string
  readonly token: string | undefined
  readonly address: string
}

/**
 * The login of this user that waits for its second step: the one of the token, or one begun at this address. The contract's calls
 * name no more than the user, which alone would let a stranger do without the password.
 */
export async function findWaiting(
  database: Database,
  user: User,
  { token, address }: Identified,
  now: number,
): Promise<MfaChallengesTable | undefined> {
  if (token === undefined) return findLoginFrom(database, user.id, address, now)
  const challenge = await findChallenge(database, 'login', hashOfToken(token), now)
  return challenge?.user_id === user.id ? challenge : undefined
}

/** Also the end of the time in which the code may switch the factor off, in Unix seconds. Fails with `second_factor_refused` or `account_locked`. */
export async function signInWithRecoveryCode(
  services: Services,
  changeServer: ChangeServer,
  asking: Identified & ComingFrom & { readonly recoveryCode: string },
): Promise<{ readonly userAuth: UserAuth; readonly expiresAtSeconds: number }> {
  const { database, clock } = services
  const { identifier, address, byConsole, recoveryCode } = asking
  const user = await findUserByLogin(database, identifier)
  const attempt = { user, account: accountOf(user, identifier), address }
  return guarded(services, changeServer, attempt, async (work) => {
    const now = clock.now()
    const refused = new Failure('second_factor_refused', { fields: ['recovery_code'] })
    const challenge = user && (await findWaiting(work.database, user, asking, now))
    if (!user || !challenge) return refused
    if (!(await acceptRecoveryCode(work.database, user.id, recoveryCode, now))) return refused
    await work.changed({ what: 'user.mfa-recover', target: targetOf(user) })
    const userAuth = await complete(services, work, { user, challenge, byConsole }, 'recovery-code')
    return { userAuth, expiresAtSeconds: Math.floor((now + minutes(limits.mfa.recoveryMinutes)) / 1000) }
  })
}

// What was begun and waits for the second factor, known to its owner by a token.
import { createHash, randomUUID } from 'node:crypto'
import { Failure, limits } from '@sshore/contract'
import type { HookTypes } from '../../hooks.ts'
import { minutes } from '../../platform/clock.ts'
import { flag } from '../../platform/database/codecs.ts'
import type { MfaChallengesTable } from '../../platform/database/mfa-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findUser, type User } from '../users/index.ts'
import { findChallenge, insertChallenge } from './challenges.store.ts'
import { isOn } from './factor.ts'

type Purpose = MfaChallengesTable['purpose']

export interface Begun {
  readonly purpose: Purpose
  readonly address: string
  readonly singleSignOn?: boolean
  readonly keyChallenge?: string
}

/** Returns the token, of which only a hash is kept. */
export async function beginChallenge(
  database: Database,
  user: Pick<User, 'id' | 'token_version'>,
  { purpose, address, singleSignOn = false, keyChallenge }: Begun,
  now: number,
): Promise<string> {
  const token = randomUUID()
  const challenge = {
    token_hash: hashOfToken(token),
    user_id: user.id,
    purpose,
    address,
    single_sign_on: flag.write(singleSignOn),
    token_version: user.token_version,
    key_challenge: keyChallenge ?? null,
    created_at: now,
    expires_at: now + minutes(limits.mfa.tokenMinutes),
  }
  await insertChallenge(database, challenge, limits.mfa.challengesMost)
  return token
}

/** A token holds 122 random bits, so no slower hash is needed. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Fails with `mfa_token_unknown`, also when its user has a new password or has signed out everywhere since. */
export async function getChallenge(
  database: Database,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<{ readonly user: User; readonly challenge: MfaChallengesTable }> {
  const challenge = await findChallenge(database, purpose, hashOfToken(token), now)
  const user = challenge && (await findUser(database, challenge.user_id))
  if (!challenge || user?.status !== 'confirmed') throw new Failure('mfa_token_unknown')
  return { user, challenge }
}

/** What a login asks once the password was right. */
export const secondFactor: HookTypes['authentication.second-factor'] = {
  isOn,
  async begin(database, user, proved, now) {
    if (!(await isOn(database, user.id))) return undefined
    return beginChallenge(database, user, { purpose: 'login', ...proved }, now)
  },
}

import type { UserId } from '@sshore/contract'
import type { MfaChallengesTable } from '../../platform/database/mfa-tables.ts'
import type { Database } from '../../platform/database/schema.ts'

type Purpose = MfaChallengesTable['purpose']

/** Keeps the newest `most` of a user and purpose. */
export async function insertChallenge(database: Database, challenge: MfaChallengesTable, most: number): Promise<void> {
  const { user_id, purpose } = challenge
  await database.insertInto('mfa_challenges').values(challenge).execute()
  const kept = database
    .selectFrom('mfa_challenges')
    .select('token_hash')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(most)
  await database
    .deleteFrom('mfa_challenges')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('token_hash', 'not in', kept)
    .execute()
}

/** One that still stands: neither over, nor ended by a new password or a log-out. */
const standing = (database: Database, purpose: Purpose, now: number) =>
  database
    .selectFrom('mfa_challenges')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'mfa_challenges.user_id')
        .onRef('users.token_version', '=', 'mfa_challenges.token_version'),
    )
    .selectAll('mfa_challenges')
    .where('mfa_challenges.purpose', '=', purpose)
    .where('mfa_challenges.expires_at', '>', now)

export const findChallenge = (
  database: Database,
  purpose: Purpose,
  tokenHash: string,
  now: number,
): Promise<MfaChallengesTable | undefined> =>
  standing(database, purpose, now).where('mfa_challenges.token_hash', '=', tokenHash).executeTakeFirst()

/** The newest login of a user that waits for its second step, begun at this address. */
export const findLoginFrom = (
  database: Database,
  userId: UserId,
  address: string,
  now: number,
): Promise<MfaChallengesTable | undefined> =>
  standing(database, 'login', now)
    .where('mfa_challenges.user_id', '=', userId)
    .where('mfa_challenges.address', '=', address)
    .orderBy('mfa_challenges.created_at', 'desc')
    .orderBy('mfa_challenges.token_hash')
    .executeTakeFirst()

export async function writeKeyChallenge(database: Database, tokenHash: string, challenge: string): Promise<void> {
  const change = { key_challenge: challenge }
  await database.updateTable('mfa_challenges').set(change).where('token_hash', '=', tokenHash).execute()
}

/** False when somebody else has taken it. */
export async function takeChallenge(database: Database, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('mfa_challenges')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

import type { UserId } from '@sshore/contract'
import type { MfaEnrolmentsTable, MfaFactorsTable, MfaResetsTable } from '../../platform/database/mfa-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countOf } from '../../platform/paging.ts'

export const findFactor = (database: Database, userId: UserId): Promise<MfaFactorsTable | undefined> =>
  database.selectFrom('mfa_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function insertFactor(
  database: Database,
  factor: MfaFactorsTable,
  codeHashes: readonly string[],
): Promise<void> {
  await database.insertInto('mfa_factors').values(factor).execute()
  const codes = codeHashes.map((code_hash) => ({ user_id: factor.user_id, code_hash, used_at: null }))
  await database.insertInto('mfa_recovery_codes').values(codes).execute()
}

/** Forgets all that a user has of a second factor, begun or whole; false when there was none that was on. */
export async function removeFactor(database: Database, userId: UserId): Promise<boolean> {
  await removeEnrolments(database, userId)
  await database.deleteFrom('mfa_recovery_codes').where('user_id', '=', userId).execute()
  await database.deleteFrom('mfa_keys').where('user_id', '=', userId).execute()
  await database.deleteFrom('mfa_challenges').where('user_id', '=', userId).execute()
  await database.deleteFrom('mfa_resets').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await database.deleteFrom('mfa_factors').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Uses up a time step; false when it, or a later one, was used already. One of two that ask at once gets it. */
export async function consumeStep(database: Database, userId: UserId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('mfa_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up a recovery code; false when there is no such unused one. One of two that ask at once gets it. */
export async function consumeRecoveryCode(
  database: Database,
  userId: UserId,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('mfa_recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a recovery code is unused, or was used after `since`. */
export async function isRecoveryCode(
  database: Database,
  userId: UserId,
  codeHash: string,
  since: number,
): Promise<boolean> {
  const row = await database
    .selectFrom('mfa_recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where((where) => where.or([where('used_at', 'is', null), where('used_at', '>', since)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function countUnusedRecoveryCodes(database: Database, userId: UserId): Promise<number> {
  return countOf(database.selectFrom('mfa_recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null))
}

/** Keeps the newest `most` of a user. */
export async function insertEnrolment(database: Database, enrolment: MfaEnrolmentsTable, most: number): Promise<void> {
  await database.insertInto('mfa_enrolments').values(enrolment).execute()
  const kept = database
    .selectFrom('mfa_enrolments')
    .select('secret_hash')
    .where('user_id', '=', enrolment.user_id)
    .orderBy('expires_at', 'desc')
    .orderBy('secret_hash')
    .limit(most)
  await database
    .deleteFrom('mfa_enrolments')
    .where('user_id', '=', enrolment.user_id)
    .where('secret_hash', 'not in', kept)
    .execute()
}

export const findEnrolment = (
  database: Database,
  userId: UserId,
  secretHash: string,
  now: number,
): Promise<MfaEnrolmentsTable | undefined> =>
  database
    .selectFrom('mfa_enrolments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function removeEnrolments(database: Database, userId: UserId): Promise<void> {
  await database.deleteFrom('mfa_enrolments').where('user_id', '=', userId).execute()
}

export const findReset = (database: Database, userId: UserId): Promise<MfaResetsTable | undefined> =>
  database.selectFrom('mfa_resets').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function writeReset(database: Database, reset: MfaResetsTable): Promise<void> {
  const { user_id: _, ...change } = reset
  await database
    .insertInto('mfa_resets')
    .values(reset)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

/** Drops what is over. */
export async function sweepMfa(database: Database, now: number): Promise<void> {
  await database.deleteFrom('mfa_enrolments').where('expires_at', '<=', now).execute()
  await database.deleteFrom('mfa_challenges').where('expires_at', '<=', now).execute()
  await database.deleteFrom('mfa_resets').where('expires_at', '<=', now).execute()
}

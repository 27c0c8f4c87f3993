import type { UserId } from '@sshore/contract'
import type { MfaKeysTable } from '../../platform/database/mfa-tables.ts'
import type { Database } from '../../platform/database/schema.ts'

/** Oldest first. */
export const listKeys = (database: Database, userId: UserId): Promise<MfaKeysTable[]> =>
  database
    .selectFrom('mfa_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential')
    .execute()

export const findKey = (database: Database, userId: UserId, credential: string): Promise<MfaKeysTable | undefined> =>
  database
    .selectFrom('mfa_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential', '=', credential)
    .executeTakeFirst()

/** False when the credential is registered already, by whomever. */
export async function insertKey(database: Database, key: MfaKeysTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('mfa_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('credential').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function writeKeyUse(
  database: Database,
  credential: string,
  signatures: number,
  now: number,
): Promise<void> {
  const change = { signatures, last_used_at: now }
  await database.updateTable('mfa_keys').set(change).where('credential', '=', credential).execute()
}

/** The name of the one that is gone; undefined when there was none. */
export async function removeKey(database: Database, userId: UserId, credential: string): Promise<string | undefined> {
  const row = await database
    .deleteFrom('mfa_keys')
    .where('user_id', '=', userId)
    .where('credential', '=', credential)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

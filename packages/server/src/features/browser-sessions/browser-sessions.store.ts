import type { UserId } from '@sshore/contract'
import type { BegunLoginsTable, BrowserSessionsTable } from '../../platform/database/browser-session-tables.ts'
import type { Database } from '../../platform/database/schema.ts'

export const findBrowserSession = (database: Database, id: string): Promise<BrowserSessionsTable | undefined> =>
  database.selectFrom('browser_sessions').selectAll().where('id', '=', id).executeTakeFirst()

export async function findEnd(database: Database, userId: UserId, id: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('browser_sessions')
    .select('ends_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.ends_at
}

/** Of more than `most`, the ones that were quiet for longest go; returns whether any did. */
export async function insertBrowserSession(
  database: Database,
  session: BrowserSessionsTable,
  most: number,
): Promise<boolean> {
  const kept = await database
    .selectFrom('browser_sessions')
    .select('id')
    .where('user_id', '=', session.user_id)
    .orderBy('rotated_at', 'desc')
    .limit(most - 1)
    .execute()
  let old = database.deleteFrom('browser_sessions').where('user_id', '=', session.user_id)
  if (kept.length > 0) {
    old = old.where(
      'id',
      'not in',
      kept.map(({ id }) => id),
    )
  }
  const { numDeletedRows } = await old.executeTakeFirst()
  await database.insertInto('browser_sessions').values(session).execute()
  return numDeletedRows > 0n
}

/** Notes that a session began with this login; false when one had before. */
export async function spendLogin(database: Database, login: BegunLoginsTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('begun_logins')
    .values(login)
    .onConflict((conflict) => conflict.column('login').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function forgetLogins(database: Database, now: number): Promise<void> {
  await database.deleteFrom('begun_logins').where('forgotten_at', '<=', now).execute()
}

/** Replaces the secret, if it is still the one that was read: of two that ask at once, one does. */
export async function rotate(
  database: Database,
  { id, sealed_secret: known }: BrowserSessionsTable,
  next: Pick<BrowserSessionsTable, 'sealed_secret' | 'previous_hash' | 'rotated_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('browser_sessions')
    .set(next)
    .where('id', '=', id)
    .where('sealed_secret', '=', known)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whose it was. */
export async function removeBrowserSession(database: Database, id: string): Promise<UserId | undefined> {
  const row = await database.deleteFrom('browser_sessions').where('id', '=', id).returning('user_id').executeTakeFirst()
  return row?.user_id
}

/** Those that nobody has used since, or that are over; returns whose they were. */
export async function sweepBrowserSessions(database: Database, since: number, now: number): Promise<Set<UserId>> {
  const gone = database.deleteFrom('browser_sessions').returning('user_id')
  const over = await gone.where('ends_at', '<=', now).execute()
  const unused = await gone.where('rotated_at', '<', since).execute()
  return new Set([...over, ...unused].map(({ user_id }) => user_id))
}

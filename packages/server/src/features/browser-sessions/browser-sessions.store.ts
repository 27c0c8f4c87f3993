import type { UserId } from '@sshore/contract'
import type { BrowserSessionsTable } from '../../platform/database/browser-session-tables.ts'
import type { Database } from '../../platform/database/schema.ts'

export const findBrowserSession = (database: Database, id: string): Promise<BrowserSessionsTable | undefined> =>
  database.selectFrom('browser_sessions').selectAll().where('id', '=', id).executeTakeFirst()

export async function hasBrowserSession(database: Database, userId: UserId, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('browser_sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Of more than `most`, the ones that were quiet for longest go. */
export async function insertBrowserSession(
  database: Database,
  session: BrowserSessionsTable,
  most: number,
): Promise<void> {
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
  await old.execute()
  await database.insertInto('browser_sessions').values(session).execute()
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

export async function removeBrowserSession(database: Database, id: string): Promise<void> {
  await database.deleteFrom('browser_sessions').where('id', '=', id).execute()
}

/** Those that nobody has used since, or that are over. */
export async function sweepBrowserSessions(database: Database, since: number, now: number): Promise<void> {
  await database.deleteFrom('browser_sessions').where('ends_at', '<=', now).execute()
  await database.deleteFrom('browser_sessions').where('rotated_at', '<', since).execute()
}

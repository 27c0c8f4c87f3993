import { type DeviceUid, Failure, type SessionUid } from '@sshore/contract'
import { inChunks } from '../../platform/database/chunks.ts'
import type { SessionsTable } from '../../platform/database/device-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { countOf } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export type SessionRow = SessionsTable

/** False when there is a session of this uid already. */
export async function insertSession(database: Database, session: SessionRow): Promise<boolean> {
  const result = await database
    .insertInto('sessions')
    .values(session)
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const findSession = (
  database: Database,
  { tenantId }: Scope,
  uid: SessionUid,
): Promise<SessionRow | undefined> =>
  database
    .selectFrom('sessions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .executeTakeFirst()

/** Fails with `session_not_found`. */
export async function getSession(database: Database, scope: Scope, uid: SessionUid): Promise<SessionRow> {
  const session = await findSession(database, scope, uid)
  if (!session) throw new Failure('session_not_found')
  return session
}

/** The namespace of a session, for calls of our own processes that know nothing but its uid; or `session_not_found`. */
export async function locateSession(database: Database, uid: SessionUid): Promise<Scope> {
  const row = await database.selectFrom('sessions').select('tenant_id').where('uid', '=', uid).executeTakeFirst()
  if (!row) throw new Failure('session_not_found')
  return { tenantId: row.tenant_id }
}

export async function patchSession(
  database: Database,
  { tenantId }: Scope,
  uid: SessionUid,
  patch: Partial<Omit<SessionRow, 'uid' | 'tenant_id' | 'device_uid'>>,
): Promise<void> {
  if (Object.keys(patch).length === 0) return
  await database.updateTable('sessions').set(patch).where('tenant_id', '=', tenantId).where('uid', '=', uid).execute()
}

/** Running sessions that were heard of after `since`. */
export async function countRunning(database: Database, { tenantId }: Scope, since: number): Promise<number> {
  return countOf(
    database
      .selectFrom('sessions')
      .where('tenant_id', '=', tenantId)
      .where('ended_at', 'is', null)
      .where('last_seen_at', '>=', since),
  )
}

/** All sessions of one device become another's. */
export async function moveSessions(
  database: Database,
  { tenantId }: Scope,
  from: DeviceUid,
  to: DeviceUid,
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ device_uid: to })
    .where('tenant_id', '=', tenantId)
    .where('device_uid', '=', from)
    .execute()
}

/** Refreshes those of the list that run on this device. */
export async function touchSessionsOf(
  database: Database,
  { tenantId }: Scope,
  deviceUid: DeviceUid,
  uids: readonly SessionUid[],
  now: number,
): Promise<void> {
  if (uids.length === 0) return
  await database
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('tenant_id', '=', tenantId)
    .where('device_uid', '=', deviceUid)
    .where('uid', 'in', uids)
    .where('ended_at', 'is', null)
    .execute()
}

/** Refreshes running sessions of any namespace: only our own gateways report them. */
export const touchSessions = (database: Database, uids: readonly SessionUid[], now: number): Promise<void> =>
  inChunks(uids, (chunk) =>
    transactFreely(database, (transaction) =>
      transaction
        .updateTable('sessions')
        .set({ last_seen_at: now })
        .where('uid', 'in', chunk)
        .where('ended_at', 'is', null)
        .execute(),
    ),
  )

/** Running sessions of any namespace that nobody has reported since `before`, at most so many. */
export const listStale = (
  database: Database,
  before: number,
  most: number,
): Promise<Pick<SessionRow, 'uid' | 'tenant_id'>[]> =>
  database
    .selectFrom('sessions')
    .select(['uid', 'tenant_id'])
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', before)
    .limit(most)
    .execute()

/** Ends a running session that nobody has reported since `before`, at the moment it was last heard of; undefined for another. */
export const endStale = (
  database: Database,
  { tenantId }: Scope,
  uid: SessionUid,
  before: number,
): Promise<Pick<SessionRow, 'device_uid' | 'username'> | undefined> =>
  database
    .updateTable('sessions')
    .set((select) => ({ ended_at: select.ref('last_seen_at') }))
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', before)
    .returning(['device_uid', 'username'])
    .executeTakeFirst()

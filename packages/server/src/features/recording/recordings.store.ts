import { Failure, type SessionUid } from '@sshore/contract'
import type { RecordingsTable } from '../../platform/database/recording-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export type RecordingRow = RecordingsTable

/** False when there is one of this seat already. */
export async function insertRecording(database: Database, recording: RecordingRow): Promise<boolean> {
  const result = await database
    .insertInto('recordings')
    .values(recording)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'session', 'seat']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const findRecording = (
  database: Database,
  { tenantId }: Scope,
  session: SessionUid,
  seat: number,
): Promise<RecordingRow | undefined> =>
  database
    .selectFrom('recordings')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('session', '=', session)
    .where('seat', '=', seat)
    .executeTakeFirst()

/** Fails with `recording_not_found`. */
export async function getRecording(
  database: Database,
  scope: Scope,
  session: SessionUid,
  seat: number,
): Promise<RecordingRow> {
  const row = await findRecording(database, scope, session, seat)
  if (!row) throw new Failure('recording_not_found')
  return row
}

const updateOf = (database: Database, { tenantId }: Scope, session: SessionUid, seat: number) =>
  database
    .updateTable('recordings')
    .where('tenant_id', '=', tenantId)
    .where('session', '=', session)
    .where('seat', '=', seat)

export async function patchRecording(
  database: Database,
  scope: Scope,
  session: SessionUid,
  seat: number,
  patch: Partial<Omit<RecordingRow, 'tenant_id' | 'session' | 'seat'>>,
): Promise<void> {
  await updateOf(database, scope, session, seat).set(patch).execute()
}

/** Of one that still runs, and says less than these. */
export async function advanceRecording(
  database: Database,
  scope: Scope,
  session: SessionUid,
  seat: number,
  figures: Pick<RecordingRow, 'milliseconds' | 'bytes' | 'lost_bytes' | 'blocks' | 'updated_at'>,
): Promise<void> {
  await updateOf(database, scope, session, seat)
    .set(figures)
    .where('ended_at', 'is', null)
    .where('blocks', '<', figures.blocks)
    .execute()
}

export async function removeRecording(
  database: Database,
  { tenantId }: Scope,
  session: SessionUid,
  seat: number,
): Promise<void> {
  await database
    .deleteFrom('recordings')
    .where('tenant_id', '=', tenantId)
    .where('session', '=', session)
    .where('seat', '=', seat)
    .execute()
}

/** Newest first; of one session when that is named. */
export async function listRecordings(
  database: Database,
  { tenantId }: Scope,
  session: SessionUid | undefined,
  page: Page,
): Promise<Listed<RecordingRow>> {
  const ofTenant = database.selectFrom('recordings').where('tenant_id', '=', tenantId)
  const found = session === undefined ? ofTenant : ofTenant.where('session', '=', session)
  return listPage(
    found.selectAll().orderBy('started_at', 'desc').orderBy('session', 'desc').orderBy('seat', 'desc'),
    page,
  )
}

/** Of any namespace: written no more for longer than that, and over with their session. */
export const listAbandoned = (database: Database, before: number, limit: number): Promise<RecordingRow[]> =>
  database
    .selectFrom('recordings')
    .selectAll('recordings')
    .leftJoin('sessions', 'sessions.uid', 'recordings.session')
    .where('recordings.ended_at', 'is', null)
    .where('recordings.updated_at', '<', before)
    .where((where) => where.or([where('sessions.uid', 'is', null), where('sessions.ended_at', '<', before)]))
    .limit(limit)
    .execute()

/** Of any namespace: ended before then. */
export const listExpired = (database: Database, before: number, limit: number): Promise<RecordingRow[]> =>
  database
    .selectFrom('recordings')
    .selectAll()
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(limit)
    .execute()

/** Of any namespace: ended, and their text is not known yet. */
export const listUnsearchable = (database: Database, limit: number): Promise<RecordingRow[]> =>
  database
    .selectFrom('recordings')
    .selectAll()
    .where('ended_at', 'is not', null)
    .where('searchable', '=', 0)
    .orderBy('ended_at')
    .limit(limit)
    .execute()

import type { SessionUid } from '@sshore/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import { inChunks } from '../../platform/database/chunks.ts'
import { engineOf } from '../../platform/database/engine.ts'
import type { RecordingTextsTable } from '../../platform/database/recording-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

export interface TextRow extends Omit<RecordingTextsTable, 'id' | 'words'> {
  readonly started_at: number
  readonly device_name: string
  readonly username: string
}

export type NewText = Pick<RecordingTextsTable, 'at' | 'text' | 'words'>

export async function insertTexts(
  database: Database,
  { tenantId }: Scope,
  session: SessionUid,
  seat: number,
  texts: readonly NewText[],
): Promise<void> {
  const rows = texts.map((text) => ({ tenant_id: tenantId, session, seat, ...text }))
  await inChunks(rows, (chunk) => database.insertInto('recording_texts').values(chunk).execute())
}

export async function removeTexts(
  database: Database,
  { tenantId }: Scope,
  session: SessionUid,
  seat: number,
): Promise<void> {
  await database
    .deleteFrom('recording_texts')
    .where('tenant_id', '=', tenantId)
    .where('session', '=', session)
    .where('seat', '=', seat)
    .execute()
}

/** All of the words, in any order; both engines compare them as they are. */
function holding(database: Database, words: readonly string[]): Expression<SqlBool> {
  if (engineOf(database) === 'postgres') {
    return sql<SqlBool>`to_tsvector('simple', recording_texts.words) @@ plainto_tsquery('simple', ${words.join(' ')})`
  }
  const query = words.map((word) => `"${word}"`).join(' ')
  return sql<SqlBool>`recording_texts.id in (select rowid from recording_words where recording_words match ${query})`
}

/** Where all of these words (letters and digits, lower case) were on a screen at once, newest recording first. */
export async function searchTexts(
  database: Database,
  { tenantId }: Scope,
  words: readonly string[],
  page: Page,
): Promise<Listed<TextRow>> {
  const found = database
    .selectFrom('recording_texts')
    .innerJoin('recordings', (join) =>
      join
        .onRef('recordings.tenant_id', '=', 'recording_texts.tenant_id')
        .onRef('recordings.session', '=', 'recording_texts.session')
        .onRef('recordings.seat', '=', 'recording_texts.seat'),
    )
    .where('recording_texts.tenant_id', '=', tenantId)
    .where(holding(database, words))
  return listPage(
    found
      .select(['recording_texts.tenant_id', 'recording_texts.session', 'recording_texts.seat'])
      .select(['recording_texts.at', 'recording_texts.text'])
      .select(['recordings.started_at', 'recordings.device_name', 'recordings.username'])
      .orderBy('recordings.started_at', 'desc')
      .orderBy('recording_texts.id'),
    page,
  )
}

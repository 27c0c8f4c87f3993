// Recordings of sessions, and the text in them.
import { sql } from 'kysely'
import { engineOf } from '../platform/database/engine.ts'
import type { Migration } from '../platform/database/migrate.ts'
import type { Database } from '../platform/database/schema.ts'

/** The index that finds words: an external-content table of FTS5 that triggers keep (https://sqlite.org/fts5.html, section 4.4.3). */
async function searchOnSqlite(database: Database): Promise<void> {
  await sql`create virtual table recording_words using fts5(words, content='recording_texts', content_rowid='id')`.execute(
    database,
  )
  await sql`create trigger recording_text_added after insert on recording_texts begin
    insert into recording_words(rowid, words) values (new.id, new.words); end`.execute(database)
  await sql`create trigger recording_text_removed after delete on recording_texts begin
    insert into recording_words(recording_words, rowid, words) values ('delete', old.id, old.words); end`.execute(
    database,
  )
}

async function searchOnPostgres(database: Database): Promise<void> {
  await sql`create index recording_words on recording_texts using gin (to_tsvector('simple', words))`.execute(database)
}

export const recordings: Migration = {
  number: 9,
  name: 'recordings',
  async up(database) {
    const { schema } = database
    await schema
      .alterTable('namespaces')
      .addColumn('session_record_required', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('recordings')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('seat', 'integer', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('device_name', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('policy', 'text', (column) => column.notNull())
      .addColumn('sealed_key', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('milliseconds', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bigint', (column) => column.notNull())
      .addColumn('lost_bytes', 'bigint', (column) => column.notNull())
      .addColumn('blocks', 'integer', (column) => column.notNull())
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('searchable', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('recordings_key', ['tenant_id', 'session', 'seat'])
      .execute()
    await schema
      .createIndex('recordings_by_time')
      .on('recordings')
      .columns(['tenant_id', 'started_at', 'session', 'seat'])
      .execute()
    await schema.createIndex('recordings_by_end').on('recordings').columns(['ended_at', 'searchable']).execute()
    const onPostgres = engineOf(database) === 'postgres'
    await schema
      .createTable('recording_texts')
      .addColumn('id', 'integer', (column) =>
        onPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey(),
      )
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('seat', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addForeignKeyConstraint(
        'recording_texts_of_recording',
        ['tenant_id', 'session', 'seat'],
        'recordings',
        ['tenant_id', 'session', 'seat'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('recording_texts_by_recording')
      .on('recording_texts')
      .columns(['tenant_id', 'session', 'seat', 'at'])
      .execute()
    await (onPostgres ? searchOnPostgres(database) : searchOnSqlite(database))
  },
}

// The outbox of mail.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const mail: Migration = {
  number: 12,
  name: 'mail',
  async up({ schema }) {
    await schema
      .createTable('mails')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('sealed_facts', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('attempted_at', 'bigint')
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('mails_by_recipient').on('mails').columns(['recipient', 'kind', 'created_at']).execute()
    await schema.createIndex('mails_by_sender').on('mails').columns(['sender', 'created_at']).execute()
    await schema.createIndex('mails_by_age').on('mails').columns(['created_at', 'id']).execute()
    await schema.createIndex('mails_by_end').on('mails').columns(['expires_at', 'status']).execute()
    await schema
      .createIndex('mails_waiting')
      .on('mails')
      .columns(['due_at', 'id'])
      .where(sql.ref('status'), '=', sql.lit('waiting'))
      .execute()
  },
}

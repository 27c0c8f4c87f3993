// Browsers in which somebody is signed in.
import type { Migration } from '../platform/database/migrate.ts'

export const browserSessions: Migration = {
  number: 17,
  name: 'browser-sessions',
  async up({ schema }) {
    await schema
      .createTable('browser_sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('token_version', 'integer', (column) => column.notNull())
      .addColumn('second_factor', 'integer', (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('rotated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('browser_sessions_by_user')
      .on('browser_sessions')
      .columns(['user_id', 'rotated_at'])
      .execute()
    await schema.createIndex('browser_sessions_by_age').on('browser_sessions').column('rotated_at').execute()
  },
}

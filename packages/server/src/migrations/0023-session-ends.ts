// A browser session ends however much it is used, sooner where an identity provider said who it is.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const sessionEnds: Migration = {
  number: 23,
  name: 'session-ends',
  async up(database) {
    const { schema } = database
    await schema
      .alterTable('mfa_challenges')
      .addColumn('single_sign_on', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('browser_sessions')
      .addColumn('ends_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    // How these began is not known, so they have twelve hours.
    await sql`update browser_sessions set ends_at = rotated_at + 43200000`.execute(database)
    await schema.createIndex('browser_sessions_by_end').on('browser_sessions').column('ends_at').execute()
  },
}

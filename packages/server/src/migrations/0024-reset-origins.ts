// How the login began that mailed codes are to end: a browser session ends sooner where an identity provider said who it is.
import type { Migration } from '../platform/database/migrate.ts'

export const resetOrigins: Migration = {
  number: 24,
  name: 'reset-origins',
  async up(database) {
    await database.schema
      .alterTable('mfa_resets')
      .addColumn('single_sign_on', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

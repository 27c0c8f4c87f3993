// A login of a console begins one browser session: which have, while their tokens could still be shown.
import type { Migration } from '../platform/database/migrate.ts'

export const begunLogins: Migration = {
  number: 25,
  name: 'begun-logins',
  async up(database) {
    const { schema } = database
    await schema
      .createTable('begun_logins')
      .addColumn('login', 'text', (column) => column.primaryKey())
      .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('begun_logins_by_end').on('begun_logins').column('forgotten_at').execute()
  },
}

// Which address an invitation was for: whoever is invited may have another one by the time it is accepted.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const invitedAddresses: Migration = {
  number: 22,
  name: 'invited-addresses',
  async up(database) {
    await database.schema
      .alterTable('invites')
      .addColumn('email', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update invites set email = (select email from users where users.id = invites.user_id)`.execute(database)
  },
}

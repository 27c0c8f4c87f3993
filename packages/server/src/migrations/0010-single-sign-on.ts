// Administrators of the server, identities that an identity provider vouches for, and what the server announces.
import type { Migration } from '../platform/database/migrate.ts'

export const singleSignOn: Migration = {
  number: 10,
  name: 'single-sign-on',
  async up({ schema }) {
    await schema
      .alterTable('users')
      .addColumn('administrator', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('saml_identities')
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_login_at', 'bigint')
      .addPrimaryKeyConstraint('saml_identities_key', ['issuer', 'name'])
      .execute()
    await schema.createIndex('saml_identities_by_user').on('saml_identities').column('user_id').execute()
    await schema
      .createTable('saml_spent')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('saml_spent_by_end').on('saml_spent').column('forgotten_at').execute()
    await schema
      .createTable('announcements')
      .addColumn('uuid', 'text', (column) => column.primaryKey())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('announcements_by_time').on('announcements').columns(['published_at', 'uuid']).execute()
  },
}

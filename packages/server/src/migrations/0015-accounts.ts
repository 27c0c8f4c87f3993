// Accounts that people make themselves, and invitations.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const accounts: Migration = {
  number: 15,
  name: 'accounts',
  async up({ schema }) {
    await schema
      .alterTable('users')
      .addColumn('email_marketing', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    // Few of all users: what is swept.
    await schema
      .createIndex('users_unconfirmed')
      .on('users')
      .columns(['created_at', 'id'])
      .where(sql.ref('status'), '!=', sql.lit('confirmed'))
      .execute()
    await schema
      .createTable('mailed_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('mailed_tokens_by_user').on('mailed_tokens').column('user_id').execute()
    await schema.createIndex('mailed_tokens_by_end').on('mailed_tokens').column('expires_at').execute()
    await schema
      .createTable('account_requests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('login', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('network', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('done', 'integer', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('account_requests_by_network')
      .on('account_requests')
      .columns(['network', 'created_at'])
      .execute()
    await schema.createIndex('account_requests_by_age').on('account_requests').column('created_at').execute()
    await schema
      .createIndex('account_requests_open')
      .on('account_requests')
      .columns(['created_at', 'id'])
      .where(sql.ref('done'), '=', sql.lit(0))
      .execute()
    await schema
      .createTable('invites')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('sig_hash', 'text', (column) => column.notNull().unique())
      .addColumn('mailed', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('invites_key', ['tenant_id', 'user_id'])
      .addForeignKeyConstraint(
        'invites_of_memberships',
        ['tenant_id', 'user_id'],
        'memberships',
        ['tenant_id', 'user_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('memberships_pending')
      .on('memberships')
      .columns(['expires_at', 'tenant_id', 'user_id'])
      .where(sql.ref('status'), '=', sql.lit('pending'))
      .execute()
  },
}

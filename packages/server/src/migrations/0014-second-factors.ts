// Second factors of users, and which namespaces ask for them.
import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

/** The user that a row belongs to, and goes with. */
const ofUser = <Table extends string, Column extends string>(table: CreateTableBuilder<Table, Column>) =>
  table.addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))

export const secondFactors: Migration = {
  number: 14,
  name: 'second-factors',
  async up({ schema }) {
    await schema
      .alterTable('namespaces')
      .addColumn('require_mfa', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await ofUser(schema.createTable('mfa_factors'))
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('enabled_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mfa_factors_key', ['user_id'])
      .execute()
    await ofUser(schema.createTable('mfa_recovery_codes'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('mfa_recovery_codes_key', ['user_id', 'code_hash'])
      .execute()
    await ofUser(schema.createTable('mfa_enrolments'))
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('code_hashes', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mfa_enrolments_key', ['user_id', 'secret_hash'])
      .execute()
    await schema.createIndex('mfa_enrolments_by_end').on('mfa_enrolments').column('expires_at').execute()
    await ofUser(schema.createTable('mfa_challenges'))
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('token_version', 'integer', (column) => column.notNull())
      .addColumn('key_challenge', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('mfa_challenges_by_user')
      .on('mfa_challenges')
      .columns(['user_id', 'purpose', 'created_at'])
      .execute()
    await schema.createIndex('mfa_challenges_by_end').on('mfa_challenges').column('expires_at').execute()
    await ofUser(schema.createTable('mfa_resets'))
      .addColumn('sealed_codes', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('mfa_resets_key', ['user_id'])
      .execute()
    await schema.createIndex('mfa_resets_by_end').on('mfa_resets').column('expires_at').execute()
    await ofUser(schema.createTable('mfa_keys'))
      .addColumn('credential', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('signatures', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('mfa_keys_by_user').on('mfa_keys').columns(['user_id', 'created_at']).execute()
  },
}

// Whom a namespace trusts to certify keys, what its own authority has certified, and what was taken back.
import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

/** The authority that a row belongs to, and goes with. */
const ofAuthority = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  name: string,
) =>
  table
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('authority', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(
      name,
      ['tenant_id', 'authority'],
      'certificate_authorities',
      ['tenant_id', 'fingerprint'],
      (constraint) => constraint.onDelete('cascade'),
    )

export const certificates: Migration = {
  number: 4,
  name: 'certificates',
  async up({ schema }) {
    await schema
      .createTable('certificate_authorities')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('line', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sealed_key', 'text')
      .addColumn('last_serial', 'bigint', (column) => column.notNull())
      .addColumn('hours_most', 'integer', (column) => column.notNull())
      .addColumn('member_principals', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificate_authorities_key', ['tenant_id', 'fingerprint'])
      .execute()
    await ofAuthority(schema.createTable('certificates'), 'certificates_authority')
      .addColumn('serial', 'bigint', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('principals', 'text', (column) => column.notNull())
      .addColumn('source_addresses', 'text', (column) => column.notNull())
      .addColumn('valid_after', 'bigint', (column) => column.notNull())
      .addColumn('valid_before', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificates_key', ['tenant_id', 'authority', 'serial'])
      .execute()
    await schema
      .createIndex('certificates_by_creation')
      .on('certificates')
      .columns(['tenant_id', 'created_at', 'serial'])
      .execute()
    await schema.createIndex('certificates_by_user').on('certificates').column('user_id').execute()
    await schema.createIndex('certificates_by_end').on('certificates').column('valid_before').execute()
    await ofAuthority(schema.createTable('certificate_revocations'), 'certificate_revocations_authority')
      .addColumn('serial', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('certificate_revocations_key', ['tenant_id', 'authority', 'serial', 'key_id'])
      .execute()
  },
}

// Users, namespaces, who belongs where, and the failures of those who try to get in.
import { engineOf } from '../platform/database/engine.ts'
import type { Migration } from '../platform/database/migrate.ts'

export const identity: Migration = {
  number: 1,
  name: 'identity',
  async up(database) {
    const { schema } = database
    // Users and namespaces refer to one another. SQLite takes a reference to a table that comes later, and only so;
    // PostgreSQL adds it afterwards.
    const isPostgres = engineOf(database) === 'postgres'
    await schema
      .createTable('users')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('recovery_email', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('max_namespaces', 'integer', (column) => column.notNull())
      .addColumn('preferred_tenant_id', 'text', (column) =>
        isPostgres ? column : column.references('namespaces.tenant_id').onDelete('set null'),
      )
      .addColumn('token_version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_login_at', 'bigint')
      .execute()
    await schema.createIndex('users_by_preferred_tenant').on('users').column('preferred_tenant_id').execute()
    await schema
      .createTable('user_credentials')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('namespaces')
      .addColumn('tenant_id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull().unique())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('restrict'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('session_record', 'integer', (column) => column.notNull())
      .addColumn('connection_announcement', 'text', (column) => column.notNull())
      .addColumn('max_devices', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    if (isPostgres) {
      await schema
        .alterTable('users')
        .addForeignKeyConstraint('users_preferred', ['preferred_tenant_id'], 'namespaces', ['tenant_id'])
        .onDelete('set null')
        .execute()
    }
    await schema.createIndex('namespaces_by_owner').on('namespaces').column('owner_id').execute()
    await schema
      .createTable('memberships')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addPrimaryKeyConstraint('memberships_key', ['tenant_id', 'user_id'])
      .execute()
    await schema.createIndex('memberships_by_user').on('memberships').columns(['user_id', 'added_at']).execute()
    await schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('login_failures')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('locked_until', 'bigint')
      .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_failures_key', ['account', 'address'])
      .execute()
    await schema.createIndex('login_failures_by_end').on('login_failures').column('forgotten_at').execute()
    await schema
      .createTable('login_addresses')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('last_login_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('login_addresses_key', ['user_id', 'address'])
      .execute()
    await schema.createIndex('login_addresses_by_time').on('login_addresses').column('last_login_at').execute()
  },
}

// API keys, the course of sessions, and what tells containers from devices.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const apiKeys: Migration = {
  number: 5,
  name: 'api-keys',
  async up(database) {
    const { schema } = database
    await schema
      .createTable('api_keys')
      .addColumn('key_hash', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at_seconds', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('api_keys_name', ['tenant_id', 'name'])
      // A key is worth what its creator's membership is worth, and goes with it.
      .addForeignKeyConstraint(
        'api_keys_creator',
        ['tenant_id', 'created_by'],
        'memberships',
        ['tenant_id', 'user_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema.createIndex('api_keys_by_creator').on('api_keys').columns(['tenant_id', 'created_by']).execute()
    await schema
      .createTable('session_events')
      .addColumn('session_uid', 'text', (column) => column.notNull().references('sessions.uid').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('seat', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_events_key', ['session_uid', 'position'])
      .execute()
    await schema.createIndex('session_events_by_tenant').on('session_events').column('tenant_id').execute()
    // Containers are few beside devices: their list and their count come from here, and the count of devices by subtraction.
    await schema
      .createIndex('devices_containers')
      .on('devices')
      .columns(['tenant_id', 'status', 'last_seen_at', 'uid'])
      .where(sql.ref('info_platform'), '=', sql.lit('connector'))
      .execute()
  },
}

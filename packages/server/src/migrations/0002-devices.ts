// Devices, how they come to a namespace, what people did on them, and the keys that open them.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'
import { countDevices } from './device-counts.ts'

const orders = ['name', 'last_seen_at', 'created_at', 'status_updated_at'] as const

export const devices: Migration = {
  number: 2,
  name: 'devices',
  async up(database) {
    const { schema } = database
    await schema
      .createTable('devices')
      .addColumn('uid', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('mac', 'text', (column) => column.notNull())
      .addColumn('info_id', 'text', (column) => column.notNull())
      .addColumn('info_pretty_name', 'text', (column) => column.notNull())
      .addColumn('info_version', 'text', (column) => column.notNull())
      .addColumn('info_arch', 'text', (column) => column.notNull())
      .addColumn('info_platform', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('remote_addr', 'text', (column) => column.notNull())
      .addColumn('public_url', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('status_updated_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('disconnected_at', 'bigint')
      .execute()
    // Two accepted devices of one name would make an SSH address mean either.
    await schema
      .createIndex('devices_accepted_name')
      .unique()
      .on('devices')
      .columns(['tenant_id', 'name'])
      .where(sql.ref('status'), '=', sql.lit('accepted'))
      .execute()
    // One index for each order that a list is asked for, of one status and of all; the uid makes the order total. The
    // platform at the end tells devices from containers, so that no row has to be looked at to count or to skip. Who is
    // online follows from `devices_by_last_seen` alone.
    const order = (name: string, ...columns: ('status' | (typeof orders)[number])[]) =>
      schema
        .createIndex(`devices_by_${name}`)
        .on('devices')
        .columns(['tenant_id', ...columns, 'uid', 'disconnected_at', 'info_platform'])
        .execute()
    for (const column of orders) {
      await order(column, 'status', column)
      await order(`${column}_any`, column)
    }
    await schema.createIndex('devices_by_mac').on('devices').columns(['tenant_id', 'mac']).execute()
    await schema
      .createTable('device_counts')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('device_counts_key', ['tenant_id', 'status'])
      .execute()
    await countDevices(database)
    await schema
      .createTable('device_tags')
      .addColumn('device_uid', 'text', (column) => column.notNull().references('devices.uid').onDelete('cascade'))
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('device_tags_key', ['tenant_id', 'device_uid', 'tag'])
      .execute()
    await schema.createIndex('device_tags_by_device').on('device_tags').column('device_uid').execute()
    await schema.createIndex('device_tags_by_tag').on('device_tags').columns(['tenant_id', 'tag']).execute()
    await schema
      .createTable('pairings')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('registration', 'text', (column) => column.notNull())
      .addColumn('remote_addr', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('tenant_id', 'text', (column) => column.references('namespaces.tenant_id').onDelete('cascade'))
      .addColumn('device_uid', 'text', (column) => column.references('devices.uid').onDelete('cascade'))
      .execute()
    await schema.createIndex('pairings_by_address').on('pairings').column('remote_addr').execute()
    await schema.createIndex('pairings_by_expiry').on('pairings').column('expires_at').execute()
    await schema.createIndex('pairings_by_tenant').on('pairings').column('tenant_id').execute()
    await schema.createIndex('pairings_by_device').on('pairings').column('device_uid').execute()
    await schema
      .createTable('pairing_misses')
      .addColumn('source', 'text', (column) => column.primaryKey())
      .addColumn('misses', 'integer', (column) => column.notNull())
      .addColumn('forgotten_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('pairing_misses_by_end').on('pairing_misses').column('forgotten_at').execute()
    await schema
      .createTable('sessions')
      .addColumn('uid', 'text', (column) => column.primaryKey())
      .addColumn('device_uid', 'text', (column) => column.notNull().references('devices.uid').onDelete('cascade'))
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('ip_address', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('term', 'text', (column) => column.notNull())
      .addColumn('authenticated', 'integer', (column) => column.notNull())
      .addColumn('recorded', 'integer', (column) => column.notNull())
      .addColumn('event_types', 'text', (column) => column.notNull())
      .addColumn('seats', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await schema.createIndex('sessions_by_start').on('sessions').columns(['tenant_id', 'started_at', 'uid']).execute()
    await schema.createIndex('sessions_by_device').on('sessions').column('device_uid').execute()
    await schema
      .createIndex('sessions_running')
      .on('sessions')
      .columns(['tenant_id', 'last_seen_at'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
    await schema
      .createTable('public_keys')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('line', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('hostname', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('public_keys_key', ['tenant_id', 'fingerprint'])
      .execute()
    await schema.createIndex('public_keys_by_creation').on('public_keys').columns(['tenant_id', 'created_at']).execute()
    await schema
      .createTable('public_key_tags')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('public_key_tags_key', ['tenant_id', 'fingerprint', 'tag'])
      .addForeignKeyConstraint(
        'public_key_tags_owner',
        ['tenant_id', 'fingerprint'],
        'public_keys',
        ['tenant_id', 'fingerprint'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema.createIndex('public_key_tags_by_tag').on('public_key_tags').columns(['tenant_id', 'tag']).execute()
  },
}

// What is known of customers of the payment provider, and devices that are gone and still take a slot.
import type { Migration } from '../platform/database/migrate.ts'

export const billing: Migration = {
  number: 13,
  name: 'billing',
  async up({ schema }) {
    await schema
      .createTable('billing_accounts')
      .addColumn('tenant_id', 'text', (column) =>
        column.primaryKey().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('customer', 'text', (column) => column.notNull())
      .addColumn('subscription', 'text', (column) => column.notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('period_end', 'bigint')
      .addColumn('reported_devices', 'integer', (column) => column.notNull())
      .addColumn('report_failures', 'integer', (column) => column.notNull())
      .addColumn('report_at', 'bigint', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('sync_begun', 'integer', (column) => column.notNull())
      .addColumn('sync_done', 'integer', (column) => column.notNull())
      .addColumn('synced_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('billing_accounts_by_customer').on('billing_accounts').column('customer').execute()
    await schema.createIndex('billing_accounts_by_sync').on('billing_accounts').column('synced_at').execute()
    await schema
      .createTable('billing_events')
      .addColumn('event_id', 'text', (column) => column.primaryKey())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('billing_events_by_time').on('billing_events').column('received_at').execute()
    await schema
      .createTable('removed_devices')
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
    await schema
      .createIndex('removed_devices_by_removal')
      .on('removed_devices')
      .columns(['tenant_id', 'status_updated_at', 'uid'])
      .execute()
    await schema.createIndex('removed_devices_by_age').on('removed_devices').column('status_updated_at').execute()
  },
}

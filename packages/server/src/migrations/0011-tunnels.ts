// HTTP tunnels.
import type { Migration } from '../platform/database/migrate.ts'

export const tunnels: Migration = {
  number: 11,
  name: 'tunnels',
  async up({ schema }) {
    await schema
      .createTable('tunnels')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('device_uid', 'text', (column) => column.notNull().references('devices.uid').onDelete('cascade'))
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('port', 'integer', (column) => column.notNull())
      .addColumn('ttl', 'bigint', (column) => column.notNull())
      .addColumn('members_only', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('tunnels_of_device', ['device_uid', 'host', 'port'])
      .execute()
    await schema.createIndex('tunnels_of_namespace').on('tunnels').columns(['tenant_id', 'device_uid']).execute()
    await schema.createIndex('tunnels_by_use').on('tunnels').columns(['used_at']).execute()
  },
}

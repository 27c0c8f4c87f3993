// Connectors to container engines.
import type { Migration } from '../platform/database/migrate.ts'

export const connectors: Migration = {
  number: 16,
  name: 'connectors',
  async up({ schema }) {
    await schema
      .createTable('connectors')
      .addColumn('uid', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('enable', 'integer', (column) => column.notNull())
      .addColumn('secure', 'integer', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('port', 'integer', (column) => column.notNull())
      .addColumn('ca', 'text', (column) => column.notNull())
      .addColumn('cert', 'text', (column) => column.notNull())
      .addColumn('sealed_key', 'text')
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('connectors_of_namespace').on('connectors').columns(['tenant_id', 'created_at']).execute()
  },
}

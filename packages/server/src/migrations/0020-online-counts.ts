// How many devices of each namespace were online, over time.
import type { Migration } from '../platform/database/migrate.ts'

export const onlineCounts: Migration = {
  number: 20,
  name: 'online-counts',
  async up({ schema }) {
    await schema
      .createTable('online_counts')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('step_seconds', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('online', 'integer', (column) => column.notNull())
      .addColumn('registered', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('online_counts_key', ['tenant_id', 'step_seconds', 'at'])
      .execute()
    await schema.createIndex('online_counts_by_age').on('online_counts').columns(['step_seconds', 'at']).execute()
  },
}

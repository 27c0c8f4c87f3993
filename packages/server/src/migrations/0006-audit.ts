// Who did what. No reference to anything: what was done to a namespace stays known when it is gone.
import type { Migration } from '../platform/database/migrate.ts'

export const audit: Migration = {
  number: 6,
  name: 'audit',
  async up({ schema }) {
    await schema
      .createTable('audit_logs')
      .addColumn('log', 'text', (column) => column.primaryKey())
      .addColumn('first_number', 'bigint', (column) => column.notNull())
      .addColumn('first_seal', 'text', (column) => column.notNull())
      .addColumn('last_number', 'bigint', (column) => column.notNull())
      .addColumn('last_seal', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createTable('audit_entries')
      .addColumn('log', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('actor_kind', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('target_kind', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('target_name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('facts_before', 'text')
      .addColumn('facts_after', 'text')
      .addColumn('seal', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_entries_key', ['log', 'number'])
      .execute()
    await schema
      .createIndex('audit_entries_by_time')
      .on('audit_entries')
      .columns(['log', 'happened_at', 'number'])
      .execute()
  },
}

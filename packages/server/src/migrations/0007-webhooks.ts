// Webhooks and the queue of what is to be sent to them.
import { sql } from 'kysely'
import type { Migration } from '../platform/database/migrate.ts'

export const webhooks: Migration = {
  number: 7,
  name: 'webhooks',
  async up({ schema }) {
    await schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('switched_off', 'text', (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('creator', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('rest_until', 'bigint', (column) => column.notNull())
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('webhooks_by_tenant').on('webhooks').columns(['tenant_id', 'created_at', 'id']).execute()
    await schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('attempted_at', 'bigint')
      .addColumn('response_status', 'integer', (column) => column.notNull())
      .addColumn('latency_milliseconds', 'integer', (column) => column.notNull())
      .addColumn('problem', 'text', (column) => column.notNull())
      .addColumn('excerpt', 'text', (column) => column.notNull())
      .execute()
    await schema
      .createIndex('webhook_deliveries_by_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'created_at', 'id'])
      .execute()
    await schema.createIndex('webhook_deliveries_by_tenant').on('webhook_deliveries').column('tenant_id').execute()
    // What is to be sent is little beside what was sent.
    await schema
      .createIndex('webhook_deliveries_waiting')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'due_at', 'id'])
      .where(sql.ref('status'), '=', sql.lit('waiting'))
      .execute()
    await schema
      .createIndex('webhook_deliveries_by_age')
      .on('webhook_deliveries')
      .columns(['created_at', 'status'])
      .execute()
  },
}

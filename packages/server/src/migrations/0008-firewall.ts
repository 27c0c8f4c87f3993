// Firewall rules, their tags, and the state that a namespace's rules are in.
import type { Migration } from '../platform/database/migrate.ts'

export const firewall: Migration = {
  number: 8,
  name: 'firewall',
  async up({ schema }) {
    await schema
      .createTable('firewall_rules')
      .addColumn('tenant_id', 'text', (column) =>
        column.notNull().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('priority', 'integer', (column) => column.notNull())
      .addColumn('source_ip', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('hostname', 'text')
      .addPrimaryKeyConstraint('firewall_rules_key', ['tenant_id', 'number'])
      .execute()
    await schema
      .createIndex('firewall_rules_in_order')
      .on('firewall_rules')
      .columns(['tenant_id', 'priority', 'number'])
      .execute()
    await schema
      .createTable('firewall_rule_tags')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('rule', 'integer', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('firewall_rule_tags_key', ['tenant_id', 'rule', 'tag'])
      .addForeignKeyConstraint(
        'firewall_rule_tags_owner',
        ['tenant_id', 'rule'],
        'firewall_rules',
        ['tenant_id', 'number'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createIndex('firewall_rule_tags_by_tag')
      .on('firewall_rule_tags')
      .columns(['tenant_id', 'tag'])
      .execute()
    await schema
      .createTable('firewall_states')
      .addColumn('tenant_id', 'text', (column) =>
        column.primaryKey().references('namespaces.tenant_id').onDelete('cascade'),
      )
      .addColumn('last_number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .execute()
  },
}

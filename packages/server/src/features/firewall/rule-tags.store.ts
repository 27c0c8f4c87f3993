// Tags in the filters of firewall rules, for all rules of a namespace together.
import type { FirewallRuleTagsTable } from '../../platform/database/firewall-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export async function listRuleTags(database: Database, { tenantId }: Scope): Promise<string[]> {
  const rows = await database
    .selectFrom('firewall_rule_tags')
    .select('tag')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .execute()
  return rows.map((row) => row.tag)
}

/** No rule may carry the new one. */
export async function renameRuleTags(database: Database, { tenantId }: Scope, from: string, to: string): Promise<void> {
  await database
    .updateTable('firewall_rule_tags')
    .set({ tag: to })
    .where('tenant_id', '=', tenantId)
    .where('tag', '=', from)
    .execute()
}

export async function deleteRuleTags(database: Database, { tenantId }: Scope, tag: string): Promise<void> {
  await database.deleteFrom('firewall_rule_tags').where('tenant_id', '=', tenantId).where('tag', '=', tag).execute()
}

/** One of the rules whose filter is this tag and no other. */
export async function findRuleOfTagAlone(
  database: Database,
  { tenantId }: Scope,
  tag: string,
): Promise<Pick<FirewallRuleTagsTable, 'tenant_id' | 'rule'> | undefined> {
  return database
    .selectFrom('firewall_rule_tags')
    .select(['tenant_id', 'rule'])
    .where('tenant_id', '=', tenantId)
    .where('tag', '=', tag)
    .where('rule', 'not in', (others) =>
      others
        .selectFrom('firewall_rule_tags as other')
        .select('other.rule')
        .where('other.tenant_id', '=', tenantId)
        .where('other.tag', '<>', tag),
    )
    .orderBy('rule')
    .executeTakeFirst()
}

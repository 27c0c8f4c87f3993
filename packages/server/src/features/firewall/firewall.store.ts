import { Failure, type FirewallRuleId } from '@sshore/contract'
import type { FirewallRulesTable } from '../../platform/database/firewall-tables.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countOf, type Listed, listPage, type Page } from '../../platform/paging.ts'
import type { Scope } from '../../platform/scope.ts'

/** A rule with the tags it is filtered by, in alphabetical order; none when it is filtered by a host name. */
export interface RuleRow extends FirewallRulesTable {
  readonly tags: readonly string[]
}

async function withTags(
  database: Database,
  { tenantId }: Scope,
  rows: readonly FirewallRulesTable[],
): Promise<RuleRow[]> {
  if (rows.every((row) => row.hostname !== null)) return rows.map((row) => ({ ...row, tags: [] }))
  const tagged = database.selectFrom('firewall_rule_tags').select(['rule', 'tag']).where('tenant_id', '=', tenantId)
  const [only] = rows.length === 1 ? rows : []
  const wanted = only ? tagged.where('rule', '=', only.number) : tagged
  const byRule = Map.groupBy(await wanted.orderBy('tag').execute(), ({ rule }) => rule)
  return rows.map((row) => ({ ...row, tags: (byRule.get(row.number) ?? []).map(({ tag }) => tag) }))
}

/** All rules of a namespace, in the order in which they are asked. */
export async function listAllRules(database: Database, scope: Scope): Promise<RuleRow[]> {
  const rows = await database
    .selectFrom('firewall_rules')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('priority')
    .orderBy('number')
    .execute()
  return withTags(database, scope, rows)
}

/** One page of them, and how many there are in all. */
export async function listRules(database: Database, scope: Scope, page: Page): Promise<Listed<RuleRow>> {
  const found = database.selectFrom('firewall_rules').where('tenant_id', '=', scope.tenantId)
  const { rows, total } = await listPage(found.selectAll().orderBy('priority').orderBy('number'), page)
  return { rows: await withTags(database, scope, rows), total }
}

export async function countRules(database: Database, { tenantId }: Scope): Promise<number> {
  return countOf(database.selectFrom('firewall_rules').where('tenant_id', '=', tenantId))
}

export async function findRule(database: Database, scope: Scope, number: FirewallRuleId): Promise<RuleRow | undefined> {
  const rows = await database
    .selectFrom('firewall_rules')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .where('number', '=', number)
    .execute()
  const [rule] = await withTags(database, scope, rows)
  return rule
}

/** Fails with `firewall_rule_not_found`. */
export async function getRule(database: Database, scope: Scope, number: FirewallRuleId): Promise<RuleRow> {
  const rule = await findRule(database, scope, number)
  if (!rule) throw new Failure('firewall_rule_not_found')
  return rule
}

async function writeTags(
  database: Database,
  { tenantId }: Scope,
  rule: FirewallRuleId,
  tags: readonly string[],
): Promise<void> {
  await database.deleteFrom('firewall_rule_tags').where('tenant_id', '=', tenantId).where('rule', '=', rule).execute()
  if (tags.length === 0) return
  await database
    .insertInto('firewall_rule_tags')
    .values(tags.map((tag) => ({ tenant_id: tenantId, rule, tag })))
    .execute()
}

export async function insertRule(database: Database, scope: Scope, { tags, ...row }: RuleRow): Promise<void> {
  await database.insertInto('firewall_rules').values(row).execute()
  await writeTags(database, scope, row.number, tags)
}

export async function updateRuleRow(
  database: Database,
  scope: Scope,
  number: FirewallRuleId,
  { tags, ...columns }: Omit<RuleRow, 'tenant_id' | 'number'>,
): Promise<void> {
  const result = await database
    .updateTable('firewall_rules')
    .set(columns)
    .where('tenant_id', '=', scope.tenantId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (result.numUpdatedRows === 1n) await writeTags(database, scope, number, tags)
}

export async function deleteRuleRow(database: Database, { tenantId }: Scope, number: FirewallRuleId): Promise<void> {
  await database.deleteFrom('firewall_rules').where('tenant_id', '=', tenantId).where('number', '=', number).execute()
}

/** The state that the rules are in; empty where there never was one. */
export async function getState(database: Database, { tenantId }: Scope): Promise<string> {
  const row = await database
    .selectFrom('firewall_states')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.state ?? ''
}

/** Another state, to be taken in every transaction that touches rules; hands out a number that none of them ever had. */
export async function takeNumber(database: Database, { tenantId }: Scope, state: string): Promise<FirewallRuleId> {
  await renewState(database, { tenantId }, state)
  const { last_number: number } = await database
    .updateTable('firewall_states')
    .set((set) => ({ last_number: set('last_number', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return number as FirewallRuleId
}

export async function renewState(database: Database, { tenantId }: Scope, state: string): Promise<void> {
  const { highest } = await database
    .selectFrom('firewall_rules')
    .select((select) => select.fn.max<number | null>('number').as('highest'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  await database
    .insertInto('firewall_states')
    .values({ tenant_id: tenantId, last_number: highest ?? 0, state })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ state }))
    .execute()
}

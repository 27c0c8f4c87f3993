// Tables of firewall rules. Columns hold what `codecs.ts` says.
import type { FirewallRuleId, TenantId } from '@sshore/contract'

export interface FirewallTables {
  firewall_rules: FirewallRulesTable
  firewall_rule_tags: FirewallRuleTagsTable
  firewall_states: FirewallStatesTable
}

export interface FirewallRulesTable {
  tenant_id: TenantId
  /** From 1 in each namespace, never given twice. */
  number: FirewallRuleId
  action: 'allow' | 'deny'
  active: number
  priority: number
  source_ip: string
  username: string
  /** Regex of device names; null when the rule is filtered by tags. */
  hostname: string | null
}

export interface FirewallRuleTagsTable {
  tenant_id: TenantId
  rule: FirewallRuleId
  tag: string
}

/** Of namespaces that ever had a rule. */
export interface FirewallStatesTable {
  tenant_id: TenantId
  last_number: number
  /** Another random text after each change: whoever keeps rules in memory knows by it whether they still hold. */
  state: string
}

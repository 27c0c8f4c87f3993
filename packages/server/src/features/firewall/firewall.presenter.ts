import type { FirewallRule, FirewallRuleChoices } from '@sshore/contract'
import { flag } from '../../platform/database/codecs.ts'
import { filterColumns, filterOf } from '../public-keys/index.ts'
import type { RuleRow } from './firewall.store.ts'

export const presentRule = (row: RuleRow): FirewallRule => ({
  id: row.number,
  tenant_id: row.tenant_id,
  action: row.action,
  active: flag.read(row.active),
  priority: row.priority,
  source_ip: row.source_ip,
  username: row.username,
  filter: filterOf(row),
})

export const choiceColumns = ({
  active,
  filter,
  ...choices
}: FirewallRuleChoices): Omit<RuleRow, 'tenant_id' | 'number'> => {
  const { hostname, tags } = filterColumns(filter)
  const { action, priority, source_ip, username } = choices
  return { action, priority, source_ip, username, active: flag.write(active), hostname, tags: tags.toSorted() }
}

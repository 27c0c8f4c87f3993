// Adding, changing and removing the firewall rules of a namespace.
import { randomUUID } from 'node:crypto'
import { Failure, type FirewallRule, type FirewallRuleChoices, type FirewallRuleId, limits } from '@sshore/contract'
import type { Change, Fact, Hooks } from '../../hooks.ts'
import { flag } from '../../platform/database/codecs.ts'
import { checkPattern } from '../../platform/pattern.ts'
import { requireTags } from '../tags/index.ts'
import { choiceColumns, presentRule } from './firewall.presenter.ts'
import {
  countRules,
  deleteRuleRow,
  getRule,
  insertRule,
  renewState,
  type RuleRow,
  takeNumber,
  updateRuleRow,
} from './firewall.store.ts'

const target = ({ number }: RuleRow): Fact['target'] => ({
  kind: 'firewall-rule',
  id: String(number),
  name: `rule ${number}`,
})

const factsOf = ({ action, active, priority, source_ip, username, hostname, tags }: RuleRow) => ({
  ...{ action, active: flag.read(active), priority, source_ip, username, hostname, tags },
})

/** Fails with `invalid_input` naming the field, or `tag_not_found`. */
async function check(hooks: Hooks, inside: Change, { source_ip, username, filter }: FirewallRuleChoices) {
  if ('hostname' in filter && 'tags' in filter) {
    const message = 'filter has either a hostname or tags, not both.'
    throw new Failure('invalid_input', { fields: ['filter'], message })
  }
  checkPattern(source_ip, 'source_ip')
  checkPattern(username, 'username')
  if ('hostname' in filter) checkPattern(filter.hostname, 'filter.hostname')
  else await requireTags(hooks, inside, filter.tags, 'filter.tags')
}

/** Fails with `invalid_input` (a regex), `tag_not_found` or `firewall_rule_limit`. */
export async function addRule(hooks: Hooks, inside: Change, choices: FirewallRuleChoices): Promise<FirewallRule> {
  const { database, scope, changed } = inside
  await check(hooks, inside, choices)
  if ((await countRules(database, scope)) >= limits.firewall.rulesPerNamespace) throw new Failure('firewall_rule_limit')
  const number = await takeNumber(database, scope, randomUUID())
  const row = { tenant_id: scope.tenantId, number, ...choiceColumns(choices) }
  await insertRule(database, scope, row)
  await changed({ what: 'firewall-rule.create', target: target(row), after: factsOf(row) })
  return presentRule(row)
}

/** Fails with `firewall_rule_not_found`, `invalid_input` (a regex) or `tag_not_found`. */
export async function replaceRule(
  hooks: Hooks,
  inside: Change,
  number: FirewallRuleId,
  choices: FirewallRuleChoices,
): Promise<FirewallRule> {
  const { database, scope, changed } = inside
  const known = await getRule(database, scope, number)
  await check(hooks, inside, choices)
  const now = { ...known, ...choiceColumns(choices) }
  await write(inside, now)
  await changed({ what: 'firewall-rule.update', target: target(now), before: factsOf(known), after: factsOf(now) })
  return presentRule(now)
}

/** Fails with `firewall_rule_not_found`. */
export async function removeRule({ database, scope, changed }: Change, number: FirewallRuleId): Promise<void> {
  const known = await getRule(database, scope, number)
  await deleteRuleRow(database, scope, number)
  await renewState(database, scope, randomUUID())
  await changed({ what: 'firewall-rule.remove', target: target(known), before: factsOf(known) })
}

async function write({ database, scope }: Change, rule: RuleRow): Promise<void> {
  const { action, active, priority, source_ip, username, hostname, tags } = rule
  const columns = { action, active, priority, source_ip, username, hostname, tags }
  await updateRuleRow(database, scope, rule.number, columns)
  await renewState(database, scope, randomUUID())
}

/** Tags are the filter of a rule; one that is filtered by a host name has no place for them. */
async function getTaggedRule({ database, scope }: Change, number: FirewallRuleId): Promise<RuleRow> {
  const rule = await getRule(database, scope, number)
  if (rule.hostname === null) return rule
  throw new Failure('firewall_rule_without_tags')
}

async function writeTags(inside: Change, rule: RuleRow, tags: readonly string[]): Promise<void> {
  await write(inside, { ...rule, tags })
  await inside.changed({
    what: 'firewall-rule.tags',
    target: target(rule),
    before: { tags: rule.tags },
    after: { tags },
  })
}

/** Fails with `firewall_rule_not_found`, `firewall_rule_without_tags`, `tag_not_found`, `tag_exists` or `tag_limit_reached`. */
export async function addRuleTag(hooks: Hooks, inside: Change, number: FirewallRuleId, tag: string): Promise<void> {
  const rule = await getTaggedRule(inside, number)
  await requireTags(hooks, inside, [tag], 'tag')
  if (rule.tags.includes(tag)) throw new Failure('tag_exists', { fields: ['tag'] })
  if (rule.tags.length >= limits.tag.perItem) throw new Failure('tag_limit_reached')
  await writeTags(inside, rule, [...rule.tags, tag].toSorted())
}

/** Fails with `firewall_rule_not_found`, `firewall_rule_without_tags` or `tag_not_found`. */
export async function setRuleTags(
  hooks: Hooks,
  inside: Change,
  number: FirewallRuleId,
  tags: readonly string[],
): Promise<void> {
  const rule = await getTaggedRule(inside, number)
  await requireTags(hooks, inside, tags, 'tags')
  await writeTags(inside, rule, tags.toSorted())
}

/** Fails with `firewall_rule_not_found`, `firewall_rule_without_tags`, `tag_not_found`, or `last_tag`: without any it would match nothing. */
export async function removeRuleTag(inside: Change, number: FirewallRuleId, tag: string): Promise<void> {
  const rule = await getTaggedRule(inside, number)
  if (!rule.tags.includes(tag)) throw new Failure('tag_not_found')
  if (rule.tags.length === 1) throw new Failure('last_tag')
  const others = rule.tags.filter((other) => other !== tag)
  await writeTags(inside, rule, others)
}

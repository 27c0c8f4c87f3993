// Firewall rules: who may reach which devices of a namespace, from where.
import { type Static, Type } from 'typebox'
import { DeviceUid, FirewallRuleId, TenantId } from '../brands.ts'
import { endpoint } from '../endpoint.ts'
import { PublicKeyFilter, Tag } from '../entities.ts'
import { firewall, tag } from '../limits.ts'
import { Nullable, OneOf, Paging, TotalCount } from '../schemas.ts'

const feature = 'firewall' as const

export const firewallActions = ['allow', 'deny'] as const

const Pattern = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: firewall.patternChars,
    description: `Regex (RE2), anchored, of ${what}`,
    examples: ['.*'],
  })

const rules = {
  action: OneOf(firewallActions, 'What becomes of a connection that it matches'),
  active: Type.Boolean({ description: 'One that is not is passed over' }),
  priority: Type.Integer({
    minimum: 0,
    maximum: firewall.priorityMost,
    description: 'The lowest that matches decides; of equal ones, the oldest',
    examples: [10],
  }),
  source_ip: Pattern('the address that a connection comes from, IPv6 in the form of RFC 5952'),
  username: Pattern('the login name on the device'),
  filter: PublicKeyFilter,
}
/** What a member decides of a rule. */
export const FirewallRuleChoices = Type.Object(rules)
export type FirewallRuleChoices = Static<typeof FirewallRuleChoices>

export const FirewallRule = Type.Object({ id: FirewallRuleId, tenant_id: TenantId, ...rules })
export type FirewallRule = Static<typeof FirewallRule>

const byId = Type.Object({ id: FirewallRuleId })
const reading = { kind: 'member', permission: 'firewall:details', apiKey: true } as const
const updating = { kind: 'member', permission: 'firewall:update', apiKey: true } as const

export const createFirewallRule = endpoint({
  id: 'createFirewallRule',
  method: 'POST',
  path: '/api/firewall/rules',
  feature,
  summary: 'Add a rule; it holds for connections from now on, sessions that run go on',
  access: { kind: 'member', permission: 'firewall:create', apiKey: true },
  body: FirewallRuleChoices,
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['tag_not_found', 'firewall_rule_limit'],
})

export const listFirewallRules = endpoint({
  id: 'listFirewallRules',
  method: 'GET',
  path: '/api/firewall/rules',
  feature,
  summary: 'List the rules in the order in which they are asked',
  access: reading,
  query: Type.Object({ ...Paging }),
  success: { status: 200, description: 'Rules', body: Type.Array(FirewallRule), headers: TotalCount },
  errors: [],
})

export const getFirewallRule = endpoint({
  id: 'getFirewallRule',
  method: 'GET',
  path: '/api/firewall/rules/{id}',
  feature,
  summary: 'Get one rule',
  access: reading,
  params: byId,
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['firewall_rule_not_found'],
})

export const updateFirewallRule = endpoint({
  id: 'updateFirewallRule',
  method: 'PUT',
  path: '/api/firewall/rules/{id}',
  feature,
  summary: 'Replace a rule; it keeps its number, and sessions that run go on',
  access: updating,
  params: byId,
  body: FirewallRuleChoices,
  success: { status: 200, description: 'The rule', body: FirewallRule },
  errors: ['firewall_rule_not_found', 'tag_not_found'],
})

export const deleteFirewallRule = endpoint({
  id: 'deleteFirewallRule',
  method: 'DELETE',
  path: '/api/firewall/rules/{id}',
  feature,
  summary: 'Remove a rule; no other gets its number',
  access: { kind: 'member', permission: 'firewall:remove', apiKey: true },
  params: byId,
  success: { status: 200, description: 'Gone' },
  errors: ['firewall_rule_not_found'],
})

export const addFirewallRuleTag = endpoint({
  id: 'addFirewallRuleTag',
  method: 'POST',
  path: '/api/firewall/rules/{id}/tags',
  feature,
  summary: 'Add a tag to the filter of a rule',
  access: updating,
  params: byId,
  body: Type.Object({ tag: Tag }),
  success: { status: 200, description: 'Added' },
  errors: [
    ...(['firewall_rule_not_found', 'firewall_rule_without_tags'] as const),
    ...(['tag_not_found', 'tag_exists', 'tag_limit_reached'] as const),
  ],
})

export const setFirewallRuleTags = endpoint({
  id: 'setFirewallRuleTags',
  method: 'PUT',
  path: '/api/firewall/rules/{id}/tags',
  feature,
  summary: 'Replace the tags in the filter of a rule',
  access: updating,
  params: byId,
  body: Type.Object({ tags: Type.Array(Tag, { minItems: 1, maxItems: tag.perItem, uniqueItems: true }) }),
  success: { status: 200, description: 'Replaced' },
  errors: ['firewall_rule_not_found', 'firewall_rule_without_tags', 'tag_not_found'],
})

export const removeFirewallRuleTag = endpoint({
  id: 'removeFirewallRuleTag',
  method: 'DELETE',
  path: '/api/firewall/rules/{id}/tags',
  feature,
  summary: 'Take a tag out of the filter of a rule; its last one stays',
  access: updating,
  params: byId,
  body: Type.Object({ tag: Tag }),
  success: { status: 200, description: 'Gone' },
  errors: ['firewall_rule_not_found', 'firewall_rule_without_tags', 'tag_not_found', 'last_tag'],
})

export const evaluateFirewall = endpoint({
  id: 'evaluateFirewall',
  method: 'GET',
  path: '/api/firewall/evaluate',
  feature,
  summary: 'Tell whether a connection would be let through now, and which rule decides; nothing is written down',
  access: reading,
  query: Type.Object({
    device: DeviceUid,
    username: Type.String({ minLength: 1, maxLength: 255, description: 'Login name on the device' }),
    source_ip: Type.String({
      minLength: 2,
      maxLength: 64,
      description: 'Address that it comes from',
      examples: ['203.0.113.9'],
    }),
  }),
  success: {
    status: 200,
    description: 'The verdict',
    body: Type.Object({
      allowed: Type.Boolean({ description: 'What comes after, such as the key or the password, is not looked at' }),
      rule: Nullable(FirewallRule),
      reason: Type.String({ description: 'Why not, as whoever connects would be told; empty when allowed' }),
    }),
  },
  errors: ['device_not_found'],
})

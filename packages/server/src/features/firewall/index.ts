import type { FeatureManifest } from '../../feature.ts'
import { firewallRoutes } from './firewall.routes.ts'
import { ruleTagHolder } from './rule-tags.ts'
import { RuleSets } from './rule-sets.ts'
import { evaluate } from './verdict.ts'

export { presentRule } from './firewall.presenter.ts'
export { findRule, getRule } from './firewall.store.ts'
export { addRule, removeRule, replaceRule } from './firewall.ts'

export const firewall: FeatureManifest = {
  id: 'firewall',
  implementations: firewallRoutes,
  hooks({ hooks }) {
    const ruleSets = new RuleSets()
    hooks.add('connection.evaluate', (connection) => evaluate(ruleSets, connection))
    hooks.add('tag.holder', ruleTagHolder)
  },
}

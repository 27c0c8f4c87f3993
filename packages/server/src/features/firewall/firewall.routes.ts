import { isIP } from 'node:net'
import { contract, Failure } from '@sshore/contract'
import { implement } from '../../http/implement.ts'
import { canonicalAddress } from '../../platform/canonical-address.ts'
import { pageOf } from '../../platform/paging.ts'
import { evaluateConnection, getDevice } from '../devices/index.ts'
import { presentRule } from './firewall.presenter.ts'
import { findRule, getRule, listRules } from './firewall.store.ts'
import { addRule, addRuleTag, removeRule, removeRuleTag, replaceRule, setRuleTags } from './firewall.ts'

export const firewallRoutes = [
  implement(contract.createFirewallRule, ({ body, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => addRule(hooks, inside, body)),
  ),

  implement(contract.listFirewallRules, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listRules(database, caller.scope, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(presentRule)
  }),

  implement(contract.getFirewallRule, async ({ params, caller, services: { database } }) =>
    presentRule(await getRule(database, caller.scope, params.id)),
  ),

  implement(contract.updateFirewallRule, ({ params, body, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => replaceRule(hooks, inside, params.id, body)),
  ),

  implement(contract.deleteFirewallRule, ({ params, caller, change }) =>
    change(caller.scope, (inside) => removeRule(inside, params.id)),
  ),

  implement(contract.addFirewallRuleTag, ({ params, body, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => addRuleTag(hooks, inside, params.id, body.tag)),
  ),

  implement(contract.setFirewallRuleTags, ({ params, body, caller, change, services: { hooks } }) =>
    change(caller.scope, (inside) => setRuleTags(hooks, inside, params.id, body.tags)),
  ),

  implement(contract.removeFirewallRuleTag, ({ params, body, caller, change }) =>
    change(caller.scope, (inside) => removeRuleTag(inside, params.id, body.tag)),
  ),

  implement(contract.evaluateFirewall, async ({ query, caller, services }) => {
    const { scope, role } = caller
    const { database } = services
    if (isIP(canonicalAddress(query.source_ip)) === 0) {
      throw new Failure('invalid_input', { fields: ['source_ip'], message: 'source_ip is not an IP address.' })
    }
    const device = await getDevice(database, scope, query.device)
    const { uid: deviceUid, name: deviceName } = device
    const wanted = { database, scope, role, deviceUid, deviceName, username: query.username }
    const verdict = await evaluateConnection(services, { ...wanted, ipAddress: query.source_ip })
    const rule = verdict.rule === undefined ? undefined : await findRule(database, scope, verdict.rule)
    const reason = verdict.outcome === 'denied' ? verdict.reason : ''
    return { allowed: verdict.outcome === 'allowed', rule: rule ? presentRule(rule) : null, reason }
  }),
]

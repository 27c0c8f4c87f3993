// What the firewall says of a connection, to whom.
import { hasPermission } from '@sshore/contract'
import type { Verdict, WantedConnection } from '../../hooks.ts'
import { canonicalAddress } from '../../platform/canonical-address.ts'
import { tagsOf } from '../devices/index.ts'
import { decide, type Decision } from './evaluation.ts'
import type { RuleSets } from './rule-sets.ts'

const inFull = ({ rule, problem }: Decision, who: string): string =>
  problem === undefined
    ? `firewall rule ${rule.number} (deny, priority ${rule.priority}) keeps ${who} out.`
    : `firewall rule ${rule.number} cannot be evaluated (${problem}), and until it is mended lets nobody in.`

/** Rules are told of to members who may see them; before a login by SSH nobody knows whether it is one. */
export async function evaluate(ruleSets: RuleSets, connection: WantedConnection): Promise<Verdict> {
  const { database, scope, deviceUid, deviceName, username, role } = connection
  const { rules, byTags } = await ruleSets.of(database, scope)
  if (rules.length === 0) return { outcome: 'allowed' }
  const address = canonicalAddress(connection.ipAddress)
  const deviceTags = byTags ? ((await tagsOf(database, scope, [deviceUid])).get(deviceUid) ?? []) : []
  const decision = await decide(rules, { username, address, deviceName, deviceTags })
  if (!decision) return { outcome: 'allowed' }
  const { number: rule, allows } = decision.rule
  if (allows) return { outcome: 'allowed', rule }
  const who = `${username} from ${address}`
  const ground = inFull(decision, who)
  const told = role !== undefined && hasPermission(role, 'firewall:details')
  return { outcome: 'denied', rule, ground, reason: told ? ground : `the firewall keeps ${who} out.` }
}

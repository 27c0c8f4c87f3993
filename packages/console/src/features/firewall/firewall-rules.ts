import type { BodyOf, contract, FirewallRule, QueryOf } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { useInTurn } from '../../parts/in-turn.ts'
import type { ListAnswer } from '../../parts/listed.ts'
import { priorityChanges } from './new-order.ts'

const perPage = 100

export type RuleChoices = BodyOf<typeof contract.createFirewallRule>

type Paging = Readonly<Record<'page' | 'per_page', number>>

/** All rules of one namespace, page by page. */
export async function everyRule(ask: (query: Paging) => Promise<ListAnswer<FirewallRule>>) {
  const rules: FirewallRule[] = []
  for (let page = 1; ; page += 1) {
    const { body, headers } = await ask({ page, per_page: perPage })
    rules.push(...body)
    if (body.length < perPage || rules.length >= Number(headers['X-Total-Count'])) return rules
  }
}

/** All of them, in the order in which they are asked. */
export function useFirewallRules() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['firewall', tenant],
    queryFn: (): Promise<readonly FirewallRule[]> => everyRule((query) => client.listFirewallRules({ query })),
  })
}

/** What of a rule can be changed. */
export const choicesOf = ({ action, active, priority, source_ip, username, filter }: FirewallRule): RuleChoices => ({
  action,
  active,
  priority,
  source_ip,
  username,
  filter,
})

/**
 * Changes are made one after another. A rule is always sent whole, so that those that concern a part of it begin with how the rules
 * are by then.
 */
export function useRuleChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const inTurn = useInTurn(`firewall of ${tenant}`)
  const change = (work: () => Promise<unknown>): Promise<void> =>
    inTurn(async () => {
      try {
        await work()
      } finally {
        await Promise.all(['firewall', 'tags'].map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
      }
    })
  const send = ({ id }: FirewallRule, body: RuleChoices) => client.updateFirewallRule({ params: { id }, body })
  return {
    create: (body: RuleChoices) => change(() => client.createFirewallRule({ body })),
    update: (rule: FirewallRule, body: RuleChoices) => change(() => send(rule, body)),
    switch: ({ id }: FirewallRule, active: boolean) =>
      change(async () => {
        const { body: rule } = await client.getFirewallRule({ params: { id } })
        await send(rule, { ...choicesOf(rule), active })
      }),
    /** So many places earlier, or later. */
    move: ({ id }: FirewallRule, by: number) =>
      change(async () => {
        const rules = await everyRule((query) => client.listFirewallRules({ query }))
        const from = rules.findIndex((rule) => rule.id === id)
        for (const rule of priorityChanges(rules, from, from + by)) await send(rule, choicesOf(rule))
      }),
    remove: ({ id }: FirewallRule) => change(() => client.deleteFirewallRule({ params: { id } })),
  }
}

export type Question = QueryOf<typeof contract.evaluateFirewall>

export function useVerdict() {
  const { client } = useConsole()
  return async (query: Question) => (await client.evaluateFirewall({ query })).body
}

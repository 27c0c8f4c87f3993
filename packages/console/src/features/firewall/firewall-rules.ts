import type { BodyOf, contract, FirewallRule, QueryOf } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
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

export function useRuleChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(['firewall', 'tags'].map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
  const update = async ({ id }: FirewallRule, body: RuleChoices): Promise<void> => {
    await client.updateFirewallRule({ params: { id }, body })
    await refresh()
  }
  return {
    create: async (body: RuleChoices): Promise<void> => {
      await client.createFirewallRule({ body })
      await refresh()
    },
    update,
    switch: (rule: FirewallRule, active: boolean) => update(rule, { ...choicesOf(rule), active }),
    /** Puts the rule at `from` where the one at `to` is. */
    move: async (rules: readonly FirewallRule[], from: number, to: number): Promise<void> => {
      try {
        for (const rule of priorityChanges(rules, from, to)) {
          await client.updateFirewallRule({ params: { id: rule.id }, body: choicesOf(rule) })
        }
      } finally {
        await refresh()
      }
    },
    remove: async ({ id }: FirewallRule): Promise<void> => {
      await client.deleteFirewallRule({ params: { id } })
      await refresh()
    },
  }
}

export type Question = QueryOf<typeof contract.evaluateFirewall>

export function useVerdict() {
  const { client } = useConsole()
  return async (query: Question) => (await client.evaluateFirewall({ query })).body
}

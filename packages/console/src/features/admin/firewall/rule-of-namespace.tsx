import { type FirewallRule, limits, type TenantId } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { everyRule } from '../../firewall/firewall-rules.ts'
import { lastPriority } from '../../firewall/new-order.ts'
import { RuleForm } from '../../firewall/rule-form.tsx'
import { useAdministered, useRefresh } from '../administration.ts'
import { InNamespace } from '../namespaces/in-namespace.tsx'

export interface RuleOfNamespaceProps {
  /** To be changed; without it a new one is made. */
  readonly of: FirewallRule | undefined
  /** Where a new one belongs, until another namespace is chosen. */
  readonly tenant: string | undefined
  readonly onDone: () => void
}

/** The place behind all rules of a namespace; undefined while it is not known, and the form asks for one. */
function useLastPriority(tenant_id: TenantId | undefined): number | undefined {
  const { client } = useConsole()
  const { data, isPlaceholderData } = useAdministered(
    'last rule',
    tenant_id,
    async () => {
      if (tenant_id === undefined) return null
      const rules = await everyRule((query) => client.adminListFirewallRules({ query: { ...query, tenant_id } }))
      return lastPriority(rules, limits.firewall.priorityMost)
    },
    false,
  )
  // That of the namespace that was chosen before says nothing of this one.
  return isPlaceholderData ? undefined : (data ?? undefined)
}

function Rule({ of: known, tenant, onDone }: RuleOfNamespaceProps & { readonly tenant: TenantId }) {
  const { client } = useConsole()
  const refresh = useRefresh()
  const priority = useLastPriority(known ? undefined : tenant)
  return (
    <RuleForm
      of={known}
      priority={priority}
      elsewhere
      save={async (body) => {
        await (known
          ? client.adminUpdateFirewallRule({ params: { id: known.id }, query: { tenant_id: tenant }, body })
          : client.adminCreateFirewallRule({ body: { tenant_id: tenant, ...body } }))
        await refresh()
      }}
      onDone={onDone}
    />
  )
}

export function RuleOfNamespace({ of: known, tenant, onDone }: RuleOfNamespaceProps) {
  return (
    <InNamespace known={known?.tenant_id} first={tenant}>
      {(chosen) => <Rule of={known} tenant={chosen} onDone={onDone} />}
    </InNamespace>
  )
}

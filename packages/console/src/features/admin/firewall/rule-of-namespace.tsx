import type { FirewallRule } from '@sshore/contract'
import { useConsole } from '../../../console-context.ts'
import { RuleForm } from '../../firewall/rule-form.tsx'
import { useRefresh } from '../administration.ts'
import { InNamespace } from '../namespaces/in-namespace.tsx'

export interface RuleOfNamespaceProps {
  /** To be changed; without it a new one is made. */
  readonly of: FirewallRule | undefined
  /** Where a new one belongs, until another namespace is chosen. */
  readonly tenant: string | undefined
  readonly priority: number
  readonly onDone: () => void
}

export function RuleOfNamespace({ of: known, tenant, priority, onDone }: RuleOfNamespaceProps) {
  const { client } = useConsole()
  const refresh = useRefresh()
  return (
    <InNamespace known={known?.tenant_id} first={tenant}>
      {(tenant_id) => (
        <RuleForm
          of={known}
          priority={priority}
          elsewhere
          save={async (body) => {
            await (known
              ? client.adminUpdateFirewallRule({ params: { id: known.id }, query: { tenant_id }, body })
              : client.adminCreateFirewallRule({ body: { tenant_id, ...body } }))
            await refresh()
          }}
          onDone={onDone}
        />
      )}
    </InNamespace>
  )
}

import type { BodyOf, contract, TenantId } from '@sshore/contract'
import { useConsole, useUser } from '../../console-context.ts'
import { useShowNamespace } from './namespaces.ts'

export type NamespaceEdit = BodyOf<typeof contract.updateNamespace>

/** Changes the namespace that the user is in. */
export function useUpdateNamespace(): (body: NamespaceEdit) => Promise<void> {
  const { client } = useConsole()
  const { tenant } = useUser()
  const show = useShowNamespace()
  return async (body) => {
    await show((await client.updateNamespace({ params: { tenant: tenant as TenantId }, body })).body)
  }
}

import type { BodyOf, contract, TenantId } from '@sshore/contract'
import { useConsole, useUser } from '../../console-context.ts'
import { useRefusal } from '../../parts/permission.ts'
import { useShowNamespace } from './namespaces.ts'

export type NamespaceEdit = BodyOf<typeof contract.updateNamespace>

/** How settings are changed, by whoever looks at them. */
export interface NamespaceChange {
  readonly update: (body: NamespaceEdit) => Promise<void>
  /** Why they may not be. */
  readonly refusal: string | undefined
}

/** Changes the namespace that the user is in. */
export function useUpdateNamespace(): (body: NamespaceEdit) => Promise<void> {
  const { client } = useConsole()
  const { tenant } = useUser()
  const show = useShowNamespace()
  return async (body) => {
    await show((await client.updateNamespace({ params: { tenant: tenant as TenantId }, body })).body)
  }
}

/** The same, as far as their role allows. */
export function useOwnChange(): NamespaceChange {
  return { update: useUpdateNamespace(), refusal: useRefusal('namespace:update') }
}

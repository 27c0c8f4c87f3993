import { limits, type Namespace, type TenantId } from '@sshore/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'

/** The namespaces that the user belongs to. */
export function useNamespaces() {
  const { client } = useConsole()
  const { id } = useUser()
  return useQuery({
    queryKey: ['namespaces', id],
    queryFn: async () => (await client.listNamespaces({ query: { per_page: limits.page.perPageMax } })).body,
  })
}

/** The one that the user is in now, with its members and settings. */
export function useNamespace() {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['namespace', tenant],
    queryFn: async () => (await client.getNamespace({ params: { tenant: tenant as TenantId } })).body,
  })
}

/** Puts what the server answered with in place of what is shown. */
export function useShowNamespace(): (namespace?: Namespace) => Promise<void> {
  const { id, tenant } = useUser()
  const queries = useQueryClient()
  return async (namespace) => {
    if (namespace) queries.setQueryData(['namespace', tenant], namespace)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['namespace', tenant] }),
      queries.invalidateQueries({ queryKey: ['namespaces', id] }),
    ])
  }
}

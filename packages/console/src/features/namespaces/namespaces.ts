import { limits } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
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

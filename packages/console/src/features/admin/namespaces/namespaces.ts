import type { Member, Namespace, TenantId } from '@sshore/contract'
import { useMemo } from 'react'
import { useConsole } from '../../../console-context.ts'
import { anyOf, condition, filterText } from '../../../parts/list-filter.ts'
import { askNamed } from '../../../router/ask-named.ts'
import { oneOfIn, pageIn, type Search, textIn } from '../../../router/search-text.ts'
import { adminPerPage, useAdministered, useAdminList } from '../administration.ts'

export const namespaceSearch = (search: Search) => ({
  q: textIn(search, 'q'),
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})

export function useAllNamespaces({ q, page = 1 }: ReturnType<typeof namespaceSearch>) {
  const { client } = useConsole()
  const filter = filterText([], { text: q, within: ['name', 'tenant_id'] })
  const query = { page, per_page: adminPerPage, ...(filter === undefined ? {} : { filter }) }
  return useAdminList('namespaces', query, () => client.adminListNamespaces({ query }))
}

export function useOneNamespace(tenant: string | undefined) {
  const { client } = useConsole()
  return useAdministered('namespace', tenant, async () => {
    if (tenant === undefined) return null
    const ask = () => client.adminGetNamespace({ params: { tenant: tenant as Namespace['tenant_id'] } })
    return (await askNamed('namespace_not_found', ask)).body
  })
}

/** Names of the namespaces that rows of a list are of. */
export function useNamespaceNames(rows: readonly { readonly tenant_id: TenantId }[]): ReadonlyMap<TenantId, string> {
  const { client } = useConsole()
  const tenants = [...new Set(rows.map(({ tenant_id }) => tenant_id))].toSorted()
  const { data } = useAdministered(
    'namespace names',
    tenants,
    async () => {
      const filter = filterText([anyOf(tenants.map((tenant) => condition('tenant_id', 'eq', tenant)))])
      if (tenants.length === 0 || filter === undefined) return []
      return (await client.adminListNamespaces({ query: { per_page: adminPerPage, filter } })).body
    },
    false,
  )
  return useMemo(() => new Map(data?.map(({ tenant_id, name }) => [tenant_id, name])), [data])
}

/** The e-mail address of the owner; their identifier where they are not listed as a member. */
export const ownerOf = ({ owner, members }: Namespace): string => members.find(({ id }) => id === owner)?.email ?? owner

/** Whether they have accepted; until then they are invited alone. */
export const isIn = ({ status }: Pick<Member, 'status'>): boolean => status === 'accepted'

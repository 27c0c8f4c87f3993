import type { BodyOf, contract, PublicKey } from '@sshore/contract'
import { type PublicKeyColumn, publicKeyColumns } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import type { Order } from '../../parts/data-table.tsx'
import { filterText } from '../../parts/list-filter.ts'
import { listedIn } from '../../parts/listed.ts'
import { oneOfIn, pageIn, type Search, textIn } from '../../router/search-text.ts'

export const keysPerPage = 50

export interface KeySearch {
  readonly q?: string | undefined
  readonly sort?: PublicKeyColumn | undefined
  readonly order?: Order | undefined
  readonly page?: number | undefined
  readonly add?: 'yes' | undefined
}

export const keySearch = (search: Search): KeySearch => ({
  q: textIn(search, 'q'),
  sort: oneOfIn(search, 'sort', publicKeyColumns),
  order: oneOfIn(search, 'order', ['asc', 'desc']),
  page: pageIn(search),
  add: oneOfIn(search, 'add', ['yes']),
})

const searched = ['name', 'fingerprint', 'username', 'filter.hostname', 'filter.tags'] as const

export function usePublicKeys({ q, sort = 'created_at', order = 'desc', page = 1 }: KeySearch) {
  const { client } = useConsole()
  const { tenant } = useUser()
  const filter = filterText([], { text: q, within: searched })
  const query = {
    page,
    per_page: keysPerPage,
    sort_by: sort,
    order_by: order,
    ...(filter === undefined ? {} : { filter }),
  }
  return useQuery({
    queryKey: ['public-keys', tenant, query],
    queryFn: async () => listedIn(await client.listPublicKeys({ query })),
    placeholderData: keepPreviousData,
  })
}

export type NewKey = BodyOf<typeof contract.createPublicKey>

export function useKeyChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(['public-keys', 'tags'].map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })))
  return {
    create: async (body: NewKey): Promise<void> => {
      await client.createPublicKey({ body })
      await refresh()
    },
    update: async ({ fingerprint }: PublicKey, { name, username, filter }: NewKey): Promise<void> => {
      await client.updatePublicKey({ params: { fingerprint }, body: { name, username, filter } })
      await refresh()
    },
    remove: async ({ fingerprint }: PublicKey): Promise<void> => {
      await client.deletePublicKey({ params: { fingerprint } })
      await refresh()
    },
  }
}

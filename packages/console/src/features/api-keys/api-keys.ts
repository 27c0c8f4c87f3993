import type { ApiKey, BodyOf, contract, Role } from '@sshore/contract'
import { type ApiKeyColumn, apiKeyColumns } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import type { Order } from '../../parts/data-table.tsx'
import { listedIn } from '../../parts/listed.ts'
import { oneOfIn, pageIn, type Search } from '../../router/search-text.ts'

export const apiKeysPerPage = 50

export interface ApiKeySearch {
  readonly sort?: ApiKeyColumn | undefined
  readonly order?: Order | undefined
  readonly page?: number | undefined
}
export const apiKeySearch = (search: Search): ApiKeySearch => ({
  sort: oneOfIn(search, 'sort', apiKeyColumns),
  order: oneOfIn(search, 'order', ['asc', 'desc']),
  page: pageIn(search),
})

export function useApiKeys({ sort = 'created_at', order = 'desc', page = 1 }: ApiKeySearch) {
  const { client } = useConsole()
  const { tenant } = useUser()
  const query = { page, per_page: apiKeysPerPage, sort_by: sort, order_by: order }
  return useQuery({
    queryKey: ['api-keys', tenant, query],
    queryFn: async () => listedIn(await client.listApiKeys({ query })),
    placeholderData: keepPreviousData,
  })
}

export type NewApiKey = BodyOf<typeof contract.createApiKey>

export function useApiKeyChanges() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['api-keys', tenant] })
  return {
    /** The key itself, which nobody can ask for again. */
    create: async (body: NewApiKey): Promise<string> => {
      const { body: made } = await client.createApiKey({ body })
      await refresh()
      return made.id
    },
    update: async (key: ApiKey, body: { name: string; role: Role }): Promise<void> => {
      const name = body.name === key.name ? {} : { name: body.name }
      await client.updateApiKey({ params: { key: key.name }, body: { role: body.role, ...name } })
      await refresh()
    },
    remove: async ({ name }: ApiKey): Promise<void> => {
      await client.deleteApiKey({ params: { key: name } })
      await refresh()
    },
  }
}

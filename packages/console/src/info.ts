import type { Client } from '@sshore/client'
import { useQuery } from '@tanstack/react-query'
import { useConsole } from './console-context.ts'

/** What the server says of itself, as a query. */
export const infoOf = (client: Client) => ({
  queryKey: ['info'],
  queryFn: async () => (await client.getInfo()).body,
  staleTime: 60_000,
})

export function useInfo() {
  const { client } = useConsole()
  return useQuery(infoOf(client))
}

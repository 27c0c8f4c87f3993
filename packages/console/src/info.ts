import { useQuery } from '@tanstack/react-query'
import { useConsole } from './console-context.ts'

/** What the server says of itself. */
export function useInfo() {
  const { client } = useConsole()
  return useQuery({
    queryKey: ['info'],
    queryFn: async () => (await client.getInfo()).body,
    staleTime: 60_000,
  })
}

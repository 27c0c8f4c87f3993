import { useQuery } from '@tanstack/react-query'
import { useConsole, useUser } from '../console-context.ts'

/** All tags of the namespace, where they are wanted. */
export function useTags(wanted = true) {
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({ queryKey: ['tags', tenant], queryFn: async () => (await client.listTags()).body, enabled: wanted })
}

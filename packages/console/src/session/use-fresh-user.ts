import { limits } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConsole, useUser } from '../console-context.ts'

/** Well before the token ends. */
const everyMinutes = (limits.browserSessions.tokenMinutes * 2) / 3

/** Keeps the token fresh and the role as it is now; a role that was taken away shows at the next look. */
export function useFreshUser(): void {
  const { client, session } = useConsole()
  const user = useUser()
  const { id, tenant } = user
  const { data } = useQuery({
    queryKey: ['user', id, tenant],
    queryFn: async () => (await session.recall()) ?? (await client.getAuthUser()).body,
    initialData: user,
    staleTime: everyMinutes * 60_000,
    refetchInterval: everyMinutes * 60_000,
  })
  useEffect(() => {
    if (data) session.renew(data)
  }, [data, session])
}

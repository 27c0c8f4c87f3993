import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConsole, useUser } from '../console-context.ts'

/** Well before the token ends: `browserSessions.tokenMinutes` of the limits, which would weigh too much here. */
const everyMinutes = 10

/** Keeps the token fresh and the role as it is now; a role that was taken away shows at the next look. */
export function useFreshUser(): void {
  const { client, session } = useConsole()
  const user = useUser()
  const { id, tenant } = user
  const { data } = useQuery({
    queryKey: ['user', id, tenant],
    queryFn: async () => {
      // The browser remembers who they are themselves.
      const own = session.state().acting ? undefined : await session.recall()
      return own ?? (await client.getAuthUser()).body
    },
    initialData: user,
    staleTime: everyMinutes * 60_000,
    refetchInterval: everyMinutes * 60_000,
  })
  useEffect(() => {
    if (data) session.renew(data)
  }, [data, session])
}

// Lists and changes of the whole server; what is known of it is all asked again after a change.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../console-context.ts'
import { unlessRefused } from '../../live/poll.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { type ListAnswer, listedIn } from '../../parts/listed.ts'

export const adminPerPage = 25
/** What others do on the server is seen after this long. */
const adminRefreshMilliseconds = 30_000

/** What is asked of the server as a whole; `name` and `query` say what it is. `again`: by the clock as well. */
export function useAdministered<Data>(name: string, query: unknown, ask: () => Promise<Data>, again = true) {
  const { id } = useUser()
  return useQuery({
    queryKey: ['admin', id, name, query],
    queryFn: ask,
    placeholderData: keepPreviousData,
    refetchInterval: again && unlessRefused(adminRefreshMilliseconds),
  })
}

/** A page of a list of the server. */
export const useAdminList = <Row>(name: string, query: unknown, ask: () => Promise<ListAnswer<Row>>) =>
  useAdministered(name, query, async () => listedIn(await ask()))

export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['admin'] })
}

/** Makes a change and says how it went; false when it was refused. */
export function useAdminChange(): (change: () => Promise<unknown>, done?: string) => Promise<boolean> {
  const attempt = useAttempt()
  const refresh = useRefresh()
  return (change, done) =>
    attempt(
      async () => {
        await change()
        await refresh()
      },
      done === undefined ? {} : { done },
    )
}

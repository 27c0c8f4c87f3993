// Lists and changes of the whole server; what is known of it is all asked again after a change.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../console-context.ts'
import { useAttempt } from '../../parts/attempt.ts'

export const adminPerPage = 25
/** What others do on the server is seen after this long. */
const adminRefreshMilliseconds = 30_000

export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** On all pages together. */
  readonly total: number
}

interface Answer<Row> {
  readonly body: readonly Row[]
  readonly headers: { readonly 'X-Total-Count': string | number }
}

/** What is asked of the server as a whole; `name` and `query` say what it is. `again`: by the clock as well. */
export function useAdministered<Data>(name: string, query: unknown, ask: () => Promise<Data>, again = true) {
  const { id } = useUser()
  return useQuery({
    queryKey: ['admin', id, name, query],
    queryFn: ask,
    placeholderData: keepPreviousData,
    refetchInterval: again && adminRefreshMilliseconds,
  })
}

/** A page of a list of the server. */
export const useAdminList = <Row>(name: string, query: unknown, ask: () => Promise<Answer<Row>>) =>
  useAdministered(name, query, async (): Promise<Listed<Row>> => {
    const { body, headers } = await ask()
    return { rows: body, total: Number(headers['X-Total-Count']) }
  })

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

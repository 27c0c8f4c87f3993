import { type Session, type SessionColumn, sessionColumns } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { useText } from '../../language/use-text.ts'
import { usePollInterval } from '../../live/poll.ts'
import type { Order } from '../../parts/data-table.tsx'
import { condition, filterText, sinceDay, untilDay } from '../../parts/list-filter.ts'
import { listedIn } from '../../parts/listed.ts'
import { askNamed } from '../../router/ask-named.ts'
import { dayIn, oneOfIn, pageIn, type Search, textIn } from '../../router/search-text.ts'
import { words } from './words.ts'

export const sessionsPerPage = 25

export const sessionStates = ['active', 'past'] as const
export interface SessionSearch {
  readonly state?: (typeof sessionStates)[number] | undefined
  readonly q?: string | undefined
  readonly type?: Session['type'] | undefined
  readonly device?: string | undefined
  /** Days as 2026-03-01 between which they began. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly sort?: SessionColumn | undefined
  readonly order?: Order | undefined
  readonly page?: number | undefined
}

export const sessionSearch = (search: Search): SessionSearch => ({
  state: oneOfIn(search, 'state', sessionStates),
  q: textIn(search, 'q'),
  type: oneOfIn(search, 'type', ['web', 'term']),
  device: textIn(search, 'device'),
  since: dayIn(search, 'since'),
  until: dayIn(search, 'until'),
  sort: oneOfIn(search, 'sort', sessionColumns),
  order: oneOfIn(search, 'order', ['asc', 'desc']),
  page: pageIn(search),
})

const searched = ['username', 'ip_address', 'device.name'] as const
/** `between`: what stands between the login name and the device's in a session's title; typed with them, it is no word to look for. */
export const sessionFilter = (
  { state, q, type, device, since, until }: SessionSearch,
  between: string,
): string | undefined =>
  filterText(
    [
      state !== undefined && condition('active', 'bool', state === 'active'),
      type !== undefined && condition('type', 'eq', type),
      device !== undefined && condition('device_uid', 'eq', device),
      since !== undefined && sinceDay('started_at', since),
      until !== undefined && untilDay('started_at', until),
    ],
    { text: q?.replace(between, ' '), within: searched },
  )

/** `perPage`: how many at once; the newest first unless asked otherwise. */
export function useSessions(search: SessionSearch, perPage = sessionsPerPage) {
  const say = useText()
  const refetchInterval = usePollInterval()
  const { client } = useConsole()
  const { tenant } = useUser()
  const filter = sessionFilter(search, say(words.one)('', ''))
  const query = {
    page: search.page ?? 1,
    per_page: perPage,
    sort_by: search.sort ?? 'started_at',
    order_by: search.order ?? 'desc',
    ...(filter === undefined ? {} : { filter }),
  } as const
  return useQuery({
    queryKey: ['sessions', tenant, query],
    queryFn: async () => listedIn(await client.listSessions({ query })),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

export function useOneSession(uid: string) {
  const refetchInterval = usePollInterval()
  const { client } = useConsole()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['session', tenant, uid],
    queryFn: async () => {
      const ask = () => client.getSession({ params: { uid: uid as Session['uid'] } })
      return (await askNamed('session_not_found', ask)).body
    },
    refetchInterval,
  })
}

export function useCloseSession(): (session: Session) => Promise<void> {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  return async ({ uid, device_uid }) => {
    await client.closeSession({ params: { uid }, body: { device: device_uid } })
    await Promise.all(
      ['sessions', 'session', 'stats'].map((name) => queries.invalidateQueries({ queryKey: [name, tenant] })),
    )
  }
}

import type { contract, ReplyOf } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRefresh } from '../administration.ts'

export type Authored = ReplyOf<typeof contract.adminListAnnouncements>[number]

/** Everything that shows announcements is asked again. */
export function useRefreshAnnouncements(): () => Promise<void> {
  const queries = useQueryClient()
  const refresh = useRefresh()
  return async () => {
    await Promise.all([
      refresh(),
      ...['announcements', 'announcement'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    ])
  }
}

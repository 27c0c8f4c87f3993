import type { contract, ReplyOf } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'

export type Authored = ReplyOf<typeof contract.adminListAnnouncements>[number]

/** What everybody is shown of announcements is asked again. */
export function useRefreshReaders(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(['announcements', 'announcement'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
  }
}

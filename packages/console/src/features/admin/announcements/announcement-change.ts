import type { contract, ReplyOf } from '@sshore/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useAdminChange, useRefresh } from '../administration.ts'

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

/** A change of announcements, as `useAdminChange`. */
export function useAnnouncementChange(): ReturnType<typeof useAdminChange> {
  const change = useAdminChange()
  const refresh = useRefreshAnnouncements()
  return (call, done) =>
    change(async () => {
      await call()
      await refresh()
    }, done)
}

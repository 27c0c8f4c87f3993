import type { Announcement, AnnouncementShort } from '@sshore/contract'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Static } from 'typebox'
import { useConsole } from '../../console-context.ts'
import { listedIn } from '../../parts/listed.ts'
import { askNamed } from '../../router/ask-named.ts'

export const announcementsPerPage = 20
const refreshMinutes = 15

export type ShortAnnouncement = Static<typeof AnnouncementShort>

export function useAnnouncements(page = 1) {
  const { client } = useConsole()
  return useQuery({
    queryKey: ['announcements', page],
    queryFn: async () => listedIn(await client.listAnnouncements({ query: { page, per_page: announcementsPerPage } })),
    staleTime: 60_000,
    refetchInterval: refreshMinutes * 60_000,
  })
}

export function useAnnouncement(uuid: string) {
  const { client } = useConsole()
  return useQuery({
    queryKey: ['announcement', uuid],
    queryFn: async () => {
      const ask = () => client.getAnnouncement({ params: { uuid: uuid as Static<typeof Announcement>['uuid'] } })
      return (await askNamed('announcement_not_found', ask)).body
    },
  })
}

const key = 'sshore.announced'
const changed = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  changed.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    changed.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** When the newest announcement was made that was seen in this browser; empty for none. */
export const useSeenUntil = (): string => useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '')

/** What is not newer than this one is not told again. */
export function markSeen({ date }: Pick<ShortAnnouncement, 'date'>): void {
  if (date <= (localStorage.getItem(key) ?? '')) return
  localStorage.setItem(key, date)
  for (const listener of changed) listener()
}

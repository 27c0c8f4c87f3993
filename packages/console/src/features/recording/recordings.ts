import type { Recording } from '@sshore/contract'
import { contract, limits, type SessionUid } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConsole, useUser } from '../../console-context.ts'
import { usePollInterval } from '../../live/poll.ts'
import { listedIn } from '../../parts/listed.ts'
import { saveText } from '../../parts/save-text.ts'
import { useOpenReply } from '../../session/open-reply.ts'
import { castOf } from './cast.ts'

export const recordingsPerPage = 25

export interface Place {
  readonly uid: string
  readonly seat: number
}

/** Newest first: of one session, or of the namespace. */
export function useRecordings({ session, page = 1 }: { readonly session?: string; readonly page?: number }) {
  const refetchInterval = usePollInterval()
  const { client } = useConsole()
  const { tenant } = useUser()
  const query = {
    page,
    per_page: recordingsPerPage,
    ...(session === undefined ? {} : { session: session as SessionUid }),
  }
  return useQuery({
    queryKey: ['recordings', tenant, query],
    queryFn: async () => listedIn(await client.listRecordings({ query })),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

/** All recordings of the namespace are searched; empty: nothing is asked. */
export function useRecordingSearch(text: string, page: number) {
  const { client } = useConsole()
  const { tenant } = useUser()
  const query = { query: text.slice(0, limits.recordings.queryChars), page, per_page: recordingsPerPage }
  return useQuery({
    queryKey: ['recordings', tenant, 'search', query],
    queryFn: async () => listedIn(await client.searchRecordings({ query })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}

const pathOf = (path: string, { uid, seat }: Place): string =>
  path.replace('{uid}', encodeURIComponent(uid)).replace('{seat}', String(seat))

/** The text of a recording, as it comes. */
export function useOpenRecording() {
  const open = useOpenReply()
  return (endpoint: 'getRecord' | 'watchRecord', place: Place, signal?: AbortSignal): Promise<Response> =>
    open(pathOf(contract[endpoint].path, place), signal)
}

export function useCast(place: Place, isWanted: boolean) {
  const open = useOpenRecording()
  const { tenant } = useUser()
  return useQuery({
    queryKey: ['cast', tenant, place],
    queryFn: async ({ signal }) => {
      const text = await (await open('getRecord', place, signal)).text()
      return { text, cast: castOf(text) }
    },
    enabled: isWanted,
    // It is long, and each time it is played is written down.
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

export function useRemoveRecording() {
  const { client } = useConsole()
  const { tenant } = useUser()
  const queries = useQueryClient()
  return async ({ uid, seat }: Recording): Promise<void> => {
    await client.deleteRecord({ params: { uid, seat } })
    await queries.invalidateQueries({ queryKey: ['recordings', tenant] })
  }
}

/** Puts the recording on the disk as a file that other players take. */
export const saveCast = (text: string, { uid, seat }: Place): void =>
  saveText(text, `${uid.slice(0, 12)}-${seat}.cast`, 'application/x-asciicast')

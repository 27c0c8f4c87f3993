import type { Recording } from '@sshore/contract'
import { contract, limits, type SessionUid } from '@sshore/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConsole, useUser } from '../../console-context.ts'
import { usePollInterval } from '../../live/poll.ts'
import { textOf } from '../../live/text-of.ts'
import { listedIn } from '../../parts/listed.ts'
import { saveReply } from '../../parts/save-text.ts'
import { askNamed } from '../../router/ask-named.ts'
import { useOpenReply } from '../../session/open-reply.ts'
import { readCast } from './cast.ts'

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
    // One session seldom has more, and all of its recordings are looked through for one.
    ...(session === undefined
      ? { per_page: recordingsPerPage }
      : { per_page: limits.page.perPageMax, session: session as SessionUid }),
  }
  return useQuery({
    queryKey: ['recordings', tenant, query],
    queryFn: async () => {
      const ask = () => client.listRecordings({ query })
      return listedIn(await (session === undefined ? ask() : askNamed('session_not_found', ask)))
    },
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

const paths = { getRecord: contract.getRecord.path, watchRecord: contract.watchRecord.path } as const

/** The text of a recording, as it comes. */
export function useOpenRecording() {
  const open = useOpenReply()
  return (endpoint: keyof typeof paths, place: Place, signal?: AbortSignal): Promise<Response> =>
    open(pathOf(paths[endpoint], place), signal)
}

/** More than this is for players outside of a browser. */
export const playedBytesMost = 128_000_000

/** Told while it is read, not for each piece of it. */
const toldBytes = 1_000_000

/** The recording, and how many bytes of it are here while it is read. */
export function useCast(place: Place, isWanted: boolean) {
  const open = useOpenRecording()
  const { tenant } = useUser()
  const [readBytes, setReadBytes] = useState(0)
  const query = useQuery({
    queryKey: ['cast', tenant, place],
    async queryFn({ signal }) {
      setReadBytes(0)
      const { body } = await open('getRecord', place, signal)
      let [read, told] = [0, 0]
      const counted = body?.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(piece, out) {
            read += piece.length
            if (read - told >= toldBytes) setReadBytes((told = read))
            out.enqueue(piece)
          },
        }),
      )
      return readCast(textOf(counted ?? null))
    },
    enabled: isWanted,
    // It is long, and each time it is played is written down.
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return { ...query, readBytes }
}

/** Puts the recording on the disk as a file that other players take. */
export function useSaveRecording() {
  const open = useOpenRecording()
  return async ({ uid, seat }: Place): Promise<void> => {
    await saveReply(await open('getRecord', { uid, seat }), `${uid.slice(0, 12)}-${seat}.cast`)
  }
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

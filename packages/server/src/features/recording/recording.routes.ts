import { Readable } from 'node:stream'
import { type ChangeName, contract, Failure, type SessionUid } from '@sshore/contract'
import type { MemberCaller } from '../../http/caller.ts'
import { implement } from '../../http/implement.ts'
import type { Change } from '../../hooks.ts'
import { pageOf } from '../../platform/paging.ts'
import { time } from '../../platform/database/codecs.ts'
import { getSession } from '../sessions/index.ts'
import { addFrame } from './frames.ts'
import { watch } from './live-view.ts'
import { pieceOf, Playback } from './playback.ts'
import { present, remove } from './recordings.ts'
import { findRecording, getRecording, listRecordings, type RecordingRow } from './recordings.store.ts'
import { searchTexts } from './texts.store.ts'
import { askedWords, linesWith } from './words.ts'

/** Who looked at a recording is written down, before they see any of it. */
async function look(
  { database, scope, changed }: Change,
  what: ChangeName,
  session: SessionUid,
  seat: number,
): Promise<RecordingRow> {
  const row = await getRecording(database, scope, session, seat)
  const target = { kind: 'recording', id: `${session}/${seat}`, name: row.device_name } as const
  await changed({ what, target, after: { username: row.username, started_at: time.toWire(row.started_at) } })
  return row
}

const readerOf = ({ user, apiKey }: MemberCaller): string[] =>
  user ? [user.id, user.acting?.name ?? ''] : ['', apiKey?.name ?? '', apiKey?.createdBy ?? '']

export const recordingRoutes = [
  implement(contract.listRecordings, async ({ query, caller, reply, services: { database } }) => {
    const { rows, total } = await listRecordings(database, caller.scope, query.session, pageOf(query))
    reply.header('X-Total-Count', String(total))
    return rows.map(present)
  }),

  implement(contract.getRecord, async ({ params: { uid, seat }, caller, change, services }) => {
    const row = await change(caller.scope, (inside) => look(inside, 'recording.play', uid, seat))
    return Readable.from(new Playback(services, row).more())
  }),

  implement(contract.watchRecord, async ({ params: { uid, seat }, caller, change, request, services }) => {
    const first = await change(caller.scope, (inside) => look(inside, 'recording.watch', uid, seat))
    const row = () => findRecording(services.database, caller.scope, uid, seat)
    return watch(services, first, { row, recheck: request.recheck })
  }),

  implement(contract.createRecordFrame, async ({ params, body, caller, change, services }) => {
    await getSession(services.database, caller.scope, params.uid)
    if (body.uid !== params.uid || body.seat !== params.seat) {
      throw new Failure('invalid_input', { fields: ['uid', 'seat'], message: 'uid and seat are those of the path.' })
    }
    await addFrame(services, change, caller.scope, body)
  }),

  implement(contract.deleteRecord, ({ params: { uid, seat }, caller, change, services }) =>
    change(caller.scope, (inside) => remove(services, inside, uid, seat)),
  ),

  implement(contract.readRecording, async ({ params: { uid, seat }, query, caller, change, services }) => {
    const { recordingWatchers: watchers, database } = services
    const from = query.position ?? 0
    const reader = JSON.stringify([caller.scope.tenantId, uid, seat, readerOf(caller)])
    // Told once for all pieces, wherever somebody begins.
    if (from > 0 && watchers.isReading(reader)) {
      return pieceOf(services, await getRecording(database, caller.scope, uid, seat), from)
    }
    const row = await change(caller.scope, (inside) => look(inside, 'recording.play', uid, seat))
    watchers.beginReading(reader)
    return pieceOf(services, row, from)
  }),

  implement(contract.getRecordingKey, ({ services: { recordingSeal } }) => ({
    public_key: recordingSeal.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: recordingSeal.fingerprint,
  })),

  implement(contract.searchRecordings, async ({ query, caller, change, reply, services: { database } }) => {
    const words = askedWords(query.query)
    const nothing = { rows: [], total: 0 }
    const { rows, total } =
      words.length === 0 ? nothing : await searchTexts(database, caller.scope, words, pageOf(query))
    // What is answered was on a screen: it is looked at as a recording is.
    if (rows.length > 0) {
      const target = { kind: 'namespace', id: caller.tenantId } as const
      // Not what was asked for, which may be a secret that somebody is afraid was shown.
      const recordings = [...new Set(rows.map(({ session, seat }) => `${session}/${seat}`))]
      const after = { recordings, found: total }
      await change(caller.scope, ({ changed }) => changed({ what: 'recording.search', target, after }))
    }
    reply.header('X-Total-Count', String(total))
    return rows.map(({ session, seat, device_name, username, at, started_at, text }) => ({
      ...{ uid: session, seat, device_name, username, second: at / 1000 },
      time: time.toWire(started_at + at),
      text: linesWith(text, words),
    }))
  }),
]

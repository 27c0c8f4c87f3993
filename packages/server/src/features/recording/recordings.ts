// The rules of recordings, from their beginning to their end.
import { type BodyOf, type contract, Failure, type Recording, type SessionUid } from '@sshore/contract'
import type { RecordingEnd, RecordingHeader } from '@sshore/recording'
import type { Change } from '../../hooks.ts'
import type { Changing } from '../../http/implement.ts'
import { seconds } from '../../platform/clock.ts'
import { flag, time } from '../../platform/database/codecs.ts'
import { BlobsUnavailable } from '../../platform/blobs/blobs.ts'
import { newBlockKey } from '../../platform/recordings/recording-seal.ts'
import { OutOfOrder } from '../../platform/recordings/recording-writers.ts'
import { BrokenRecording, type RecordingPlace } from '../../platform/recordings/recording-files.ts'
import { type Scope, scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { getDevice } from '../devices/index.ts'
import { getSession, patchSession } from '../sessions/index.ts'
import {
  advanceRecording,
  findRecording,
  getRecording,
  insertRecording,
  listRecordings,
  patchRecording,
  type RecordingRow,
  removeRecording,
} from './recordings.store.ts'

export type Opening = BodyOf<typeof contract.openRecording>

type Seat = Pick<RecordingRow, 'tenant_id' | 'session' | 'seat'>

/** What all blobs of a namespace begin with. */
export const folderOf = ({ tenantId }: Scope): string => `${tenantId}/`
/** Another recording of the same seat, after this one was removed, is another blob: the store may still be removing this one. */
const nameOf = ({ tenant_id, session, seat, started_at }: RecordingRow): string =>
  `${tenant_id}/${session}.${seat}.${started_at}.rec`
const contextOf = ({ tenant_id, session, seat }: Seat): string => `recording ${tenant_id} ${session} ${seat}`

/** Where its bytes are, and what opens them. */
export const placeOf = ({ sealer }: Services, row: RecordingRow): RecordingPlace => ({
  name: nameOf(row),
  key: sealer.open(row.sealed_key, contextOf(row)),
})

/** Takes a store that is full or away for what it is to a caller. */
async function storing<Result>({ log }: Services, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof OutOfOrder) throw new Failure('recording_order')
    if (!(error instanceof BlobsUnavailable)) throw error
    log.error({ reason: error.message }, 'a recording could not be written')
    throw new Failure('recording_unavailable', { headers: { 'Retry-After': '5' } })
  }
}

const headerOf = (row: RecordingRow, { term, columns, rows }: Opening): RecordingHeader => ({
  session: row.session,
  seat: row.seat,
  namespace: row.tenant_id,
  device: row.device,
  device_name: row.device_name,
  username: row.username,
  kind: row.kind,
  ...{ term, columns, rows },
  policy: row.policy,
  source: row.source,
  started_at: time.toWire(row.started_at),
})

export interface Begun {
  readonly session: SessionUid
  readonly seat: number
  readonly source: 'gateway' | 'api'
}

/** What clients wrote gives way to the gateway: whoever was there first could keep a seat from being recorded. */
async function makeWay(
  services: Services,
  change: Change,
  { session, seat, source }: Begun,
): Promise<RecordingRow | undefined> {
  const known = await findRecording(change.database, change.scope, session, seat)
  if (source !== 'gateway' || known?.source !== 'api') return undefined
  await erase(services, change, known)
  return known
}

/** The row of a recording, new or as it began. Fails with `session_not_found`. */
async function begun(services: Services, change: Change, wanted: Begun, opening: Opening): Promise<RecordingRow> {
  const { database, scope } = change
  const { session, seat, source } = wanted
  const { kind, policy } = opening
  const { device_uid, username } = await getSession(database, scope, session)
  const { name } = await getDevice(database, scope, device_uid)
  const before = await makeWay(services, change, wanted)
  // Later than what made way, so that it is another blob.
  const now = Math.max(services.clock.now(), (before?.started_at ?? 0) + 1)
  const of: Seat = { tenant_id: scope.tenantId, session, seat }
  await insertRecording(database, {
    ...of,
    ...{ device: device_uid, device_name: name, username, kind, source, policy },
    sealed_key: services.sealer.seal(newBlockKey(), contextOf(of)),
    ...{ started_at: now, ended_at: null, updated_at: now, outcome: 'running', searchable: flag.write(false) },
    ...{ milliseconds: 0, bytes: 0, lost_bytes: 0, blocks: 0 },
  })
  await patchSession(database, scope, session, { recorded: flag.write(true) })
  return getRecording(database, scope, session, seat)
}

/** Begins a recording, or finds it begun. Fails with `session_not_found` or `recording_unavailable`. */
export async function open(
  services: Services,
  change: Changing['change'],
  scope: Scope,
  of: Begun,
  opening: Opening,
): Promise<RecordingRow> {
  const row = await change(scope, (inside) => begun(services, inside, of, opening))
  // Outside of the transaction: the store may take its time.
  await storing(services, () => services.recordingWriters.create(placeOf(services, row), headerOf(row, opening)))
  return row
}

export interface Added {
  readonly number?: number
  readonly content: Uint8Array
  readonly milliseconds: number
  readonly bytes: number
  readonly lost_bytes: number
}

/** How far the row of a recording may lag behind what is in the store. */
export const rowLagSeconds = 5

/** The row with what it does not say yet. */
export const newest = ({ recordingFigures }: Services, row: RecordingRow): RecordingRow => ({
  ...row,
  ...recordingFigures.find(nameOf(row)),
})

/** Writes what the rows do not say yet. */
export const writeFigures = ({ database, clock, recordingFigures }: Services): Promise<void> =>
  recordingFigures.write(({ of: { tenant_id, session, seat }, figures }) =>
    advanceRecording(database, scopeOf(tenant_id), session, seat, { ...figures, updated_at: clock.now() }),
  )

/** Adds a block. Fails with `recording_order` or `recording_unavailable`. */
export async function append(
  services: Services,
  row: RecordingRow,
  { number, content, ...told }: Added,
): Promise<void> {
  const block = { kind: 'events', content, ...(number === undefined ? {} : { number }) } as const
  const head = await storing(services, () => services.recordingWriters.append(placeOf(services, row), block))
  const now = services.clock.now()
  const figures = { ...told, blocks: head.number }
  if (row.blocks > 0 && now - row.updated_at < seconds(rowLagSeconds)) {
    services.recordingFigures.note(nameOf(row), { of: row, figures })
    return
  }
  services.recordingFigures.forget(nameOf(row))
  const patch = { ...figures, updated_at: now }
  await advanceRecording(services.database, scopeOf(row.tenant_id), row.session, row.seat, patch)
}

/** What the last block does not say of those before it. */
export type Told = Pick<RecordingRow, 'milliseconds' | 'bytes' | 'lost_bytes'>

/** Ends a recording. Fails with `recording_unavailable`. */
export async function finish(
  services: Services,
  row: RecordingRow,
  outcome: 'complete' | 'interrupted',
  told: Partial<Told> = {},
): Promise<void> {
  if (row.ended_at !== null) return
  const { milliseconds, bytes, lost_bytes } = { ...newest(services, row), ...told }
  const place = placeOf(services, row)
  const now = services.clock.now()
  const end: RecordingEnd = { outcome, milliseconds }
  const block = { kind: 'end', content: Buffer.from(JSON.stringify(end)) } as const
  const head = await storing(services, () => services.recordingWriters.append(place, block))
  services.recordingWriters.forget(place.name)
  services.recordingFigures.forget(place.name)
  const figures = { milliseconds, bytes, lost_bytes, blocks: head.number }
  const patch = { ...figures, outcome, ended_at: now, updated_at: now }
  await patchRecording(services.database, scopeOf(row.tenant_id), row.session, row.seat, patch)
}

/**
 * Ends one that nobody writes any more. Where the store has nothing of it, or nothing that an end fits onto, only its row is
 * ended: it would run for ever otherwise, and nobody could remove it. Fails with `recording_unavailable`.
 */
export async function endForsaken(services: Services, row: RecordingRow): Promise<void> {
  // What is known of it may be older than the store: a disk that was exchanged, a folder that was put back.
  services.recordingWriters.forget(nameOf(row))
  const outcome = row.source === 'api' ? 'complete' : 'interrupted'
  const left = await finish(services, row, outcome).catch((error: unknown) => {
    const isLost = error instanceof BrokenRecording || (error instanceof Failure && error.code === 'recording_order')
    if (isLost) return 'lost'
    throw error
  })
  if (left !== 'lost') return
  const now = services.clock.now()
  const patch = { outcome: 'interrupted', ended_at: now, updated_at: now } as const
  await patchRecording(services.database, scopeOf(row.tenant_id), row.session, row.seat, patch)
  services.log.warn(
    { session: row.session, seat: row.seat },
    'a recording has no end: the store has nothing that one fits onto',
  )
}

/** Removes it for good: what is left in the store while that does not answer, nobody can read. Fails with `recording_runs`. */
export async function remove(services: Services, change: Change, session: SessionUid, seat: number): Promise<void> {
  const { database, scope } = change
  const row = await getRecording(database, scope, session, seat)
  if (row.ended_at === null && row.source === 'gateway') throw new Failure('recording_runs')
  await erase(services, change, row)
  const left = await listRecordings(database, scope, session, { offset: 0, limit: 1 })
  if (left.total === 0) await patchSession(database, scope, session, { recorded: flag.write(false) })
}

async function erase(
  services: Services,
  { database, scope, changed, afterCommit }: Change,
  row: RecordingRow,
): Promise<void> {
  const { session, seat, device_name, username } = row
  await removeRecording(database, scope, session, seat)
  const target = { kind: 'recording', id: `${session}/${seat}`, name: device_name } as const
  await changed({ what: 'recording.remove', target, before: { username, started_at: time.toWire(row.started_at) } })
  afterCommit(() => {
    services.recordingWriters.forget(nameOf(row))
    services.recordingFigures.forget(nameOf(row))
    services.recordingFiles
      .remove(nameOf(row))
      .catch((error: unknown) => services.log.error({ err: error, session, seat }, 'a recording was not removed'))
  })
}

export const present = (row: RecordingRow): Recording => ({
  uid: row.session,
  seat: row.seat,
  device_uid: row.device,
  device_name: row.device_name,
  username: row.username,
  kind: row.kind,
  source: row.source,
  policy: row.policy,
  started_at: time.toWire(row.started_at),
  ended_at: time.toWire(row.ended_at),
  milliseconds: row.milliseconds,
  bytes: row.bytes,
  lost_bytes: row.lost_bytes,
  blocks: row.blocks,
  outcome: row.outcome,
})

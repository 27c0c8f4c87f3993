// Recordings that clients write by calls, a frame at a time: kept apart from the gateway's.
import { type BodyOf, type contract, Failure, limits } from '@sshore/contract'
import { encodeEvents, type RecordedEvent } from '@sshore/recording'
import { compress } from '@sshore/recording/node'
import type { Changing } from '../../http/implement.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { append, newest, open } from './recordings.ts'

export type Frame = BodyOf<typeof contract.createRecordFrame>

/** Fails with `session_not_found`, `recording_of_gateway`, `recording_full` or `recording_unavailable`. */
export async function addFrame(
  services: Services,
  change: Changing['change'],
  scope: Scope,
  { uid: session, seat, message, width: columns, height: rows }: Frame,
): Promise<void> {
  const opening = { kind: 'terminal', policy: 'best_effort', term: '', columns, rows } as const
  const row = newest(services, await open(services, change, scope, { session, seat, source: 'api' }, opening))
  if (row.source !== 'api' || row.ended_at !== null) throw new Failure('recording_of_gateway')
  if (row.blocks >= limits.recordings.framesMost) throw new Failure('recording_full')
  const at = Math.max(services.clock.now() - row.started_at, row.milliseconds)
  const bytes = Buffer.from(message)
  const events: RecordedEvent[] = [
    { kind: 'resize', at, columns, rows },
    { kind: 'output', at, bytes },
  ]
  const content = await compress(encodeEvents(events))
  await append(services, row, { content, milliseconds: at, bytes: row.bytes + bytes.length, lost_bytes: 0 })
}

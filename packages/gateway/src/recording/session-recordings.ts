// The recordings of one session: a recorder for each of its seats, where its namespace wants that.
import type { Client } from '@sshore/client'
import type { RecordingPolicy, SessionUid } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { SessionRecord } from '../sessions/session-record.ts'
import { SeatRecorder, type SeatOpening } from './seat-recorder.ts'

export interface SessionRecordingsOptions {
  readonly client: Client
  readonly clock: Clock
  readonly uid: SessionUid
  readonly policy: RecordingPolicy
  readonly record: SessionRecord
  readonly onFault: (error: unknown) => void
}

/** What whoever wanted to run something is told. */
export const notRecordedText =
  'this namespace lets nothing run without being recorded, and recordings cannot be written now; ask its administrator'

/** Whoever runs something is told. */
export const recordingLostText =
  'the recording of this session cannot be written any more, and this namespace lets nothing go on without'

export class SessionRecordings {
  readonly #options: SessionRecordingsOptions

  constructor(options: SessionRecordingsOptions) {
    this.#options = options
  }

  /** Begins to record a seat; undefined: it is not recorded. */
  start(seat: number, opening: SeatOpening): SeatRecorder | undefined {
    const { policy, record, ...others } = this.#options
    if (policy === 'off') return undefined
    return new SeatRecorder(opening, { ...others, policy, seat, opened: record.opened })
  }

  /** The recorder's last words; the session's row stays open until they are said. */
  finish(recorder: SeatRecorder): void {
    this.#options.record.waitFor(recorder.finish())
  }
}

// The policy of recording: one setting of three values, kept beside the older one of two.
import type { RecordingPolicy } from '@sshore/contract'
import { flag } from '../../platform/database/codecs.ts'

export interface RecordingColumns {
  readonly session_record: number
  readonly session_record_required: number
}

export interface RecordingSettings {
  readonly session_record?: boolean
  readonly session_record_policy?: RecordingPolicy
}

/** Of a new namespace. */
export const initialRecording: RecordingColumns = {
  session_record: flag.write(false),
  session_record_required: flag.write(false),
}

export function recordingPolicyOf(row: RecordingColumns): RecordingPolicy {
  if (!flag.read(row.session_record)) return 'off'
  return flag.read(row.session_record_required) ? 'required' : 'best_effort'
}

export const readRecordingSettings = (row: RecordingColumns): Required<RecordingSettings> => ({
  session_record: flag.read(row.session_record),
  session_record_policy: recordingPolicyOf(row),
})

/** The policy wins; the older setting switches recording on and off and leaves alone how strict it is. */
export function editRecording(
  known: RecordingColumns,
  { session_record: record, session_record_policy: policy }: RecordingSettings,
): RecordingColumns {
  if (policy !== undefined) {
    return {
      session_record: flag.write(policy !== 'off'),
      session_record_required: flag.write(policy === 'required'),
    }
  }
  const { session_record_required } = known
  return { session_record: record === undefined ? known.session_record : flag.write(record), session_record_required }
}

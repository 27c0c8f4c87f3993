// Tables of recordings. They outlive their session and its device, so they name those and do not refer to them.
import type { DeviceUid, SessionUid, TenantId } from '@sshore/contract'
import type { Generated } from 'kysely'

export interface RecordingTables {
  recordings: RecordingsTable
  recording_texts: RecordingTextsTable
}

export interface RecordingsTable {
  tenant_id: TenantId
  session: SessionUid
  seat: number
  device: DeviceUid
  device_name: string
  username: string
  kind: 'terminal' | 'command'
  source: 'gateway' | 'api'
  policy: 'best_effort' | 'required'
  /** What opens its blocks, sealed; without it nobody reads what is in the store. */
  sealed_key: string
  started_at: number
  /** Null while it is written. */
  ended_at: number | null
  /** When the columns below were last true; they lag behind while it is written. */
  updated_at: number
  milliseconds: number
  bytes: number
  lost_bytes: number
  blocks: number
  outcome: 'running' | 'complete' | 'interrupted'
  /** Its text can be searched, as far as there is any. */
  searchable: number
}

/** What was on a screen, a moment at a time. */
export interface RecordingTextsTable {
  id: Generated<number>
  tenant_id: TenantId
  session: SessionUid
  seat: number
  /** Milliseconds since the recording began. */
  at: number
  text: string
  /** The words of the text as they are searched for. */
  words: string
}

// Heartbeats and departures, for devices of all namespaces at once: only our own gateways report them.
import type { DeviceUid } from '@sshore/contract'
import { inChunks } from '../../platform/database/chunks.ts'
import type { Database } from '../../platform/database/schema.ts'

export const markOnline = (database: Database, uids: readonly DeviceUid[], now: number): Promise<void> =>
  inChunks(uids, (chunk) =>
    database
      .updateTable('devices')
      .set({ last_seen_at: now, disconnected_at: null })
      .where('uid', 'in', chunk)
      .execute(),
  )

/** The moment of departure is also the last at which they were seen. */
export const markOffline = (database: Database, uids: readonly DeviceUid[], now: number): Promise<void> =>
  inChunks(uids, (chunk) =>
    database
      .updateTable('devices')
      .set({ last_seen_at: now, disconnected_at: now })
      .where('uid', 'in', chunk)
      .execute(),
  )

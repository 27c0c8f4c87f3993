// Heartbeats and departures, for devices of all namespaces at once: only our own gateways report them.
import type { DeviceUid } from '@sshore/contract'
import type { Database } from '../../platform/database/schema.ts'

/** Below what any engine takes as parameters of one statement; one size, so that one prepared statement serves. */
const chunkSize = 500

async function inChunks(
  uids: readonly DeviceUid[],
  write: (chunk: readonly DeviceUid[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < uids.length; start += chunkSize) await write(uids.slice(start, start + chunkSize))
}

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

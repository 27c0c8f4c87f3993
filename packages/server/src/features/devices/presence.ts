// Who is there now. What a report changes is told to whoever listens, once for each coming and going.
import type { DeviceUid } from '@sshore/contract'
import type { SeenDevice } from '../../hooks.ts'
import { inChunks } from '../../platform/database/chunks.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import type { Services } from '../../services.ts'
import { onlineSince } from './devices.ts'
import { listConnected, listOffline, markOffline, markOnline } from './presence.store.ts'

export function tellPresence({ hooks }: Services, devices: readonly SeenDevice[], online: boolean): void {
  if (devices.length === 0) return
  for (const hook of hooks.list('device.presence')) hook({ devices, online })
}

export interface PresenceReport {
  readonly online: readonly DeviceUid[]
  readonly offline: readonly DeviceUid[]
}

/**
 * Writes heartbeats and departures in pieces, each a transaction: devices have nothing to do with one another, and a report that
 * broke off is sent again whole. A device on both lists has gone.
 */
export async function writePresence(services: Services, { online, offline }: PresenceReport): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const gone = new Set(offline)
  const here = online.filter((uid) => !gone.has(uid))
  await inChunks(here, async (uids) => {
    const come = async (transaction: Services['database']): Promise<SeenDevice[]> => {
      const devices = await listOffline(transaction, uids, onlineSince(now))
      await markOnline(transaction, uids, now)
      return devices
    }
    tellPresence(services, await transactFreely(database, come), true)
  })
  await inChunks(offline, async (uids) => {
    const leave = async (transaction: Services['database']): Promise<SeenDevice[]> => {
      const devices = await listConnected(transaction, uids)
      await markOffline(transaction, uids, now)
      return devices
    }
    tellPresence(services, await transactFreely(database, leave), false)
  })
}

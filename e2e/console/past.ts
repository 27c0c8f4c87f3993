// What a namespace has that has been there for a while, written past the server: time cannot be asked for by a call.
import type { DeviceUid, TenantId } from '@sshore/contract'
import { limits } from '@sshore/contract'
import { openDatabaseBeside, type Stack } from '@sshore/testkit'

const { fine, coarse } = limits.onlineHistory

/** Most of the day all are there; at night some sleep, and once for an hour nearly all were gone. */
function onlineAt(at: number, registered: number): number {
  const hour = Math.floor(at / 3_600_000) % 24
  const away = hour >= 22 || hour < 5 ? 1 + (hour % 2) : 0
  return Math.max(0, registered - away - (Math.floor(at / 3_600_000) % 31 === 7 ? registered - 1 : 0))
}

/** Counts of devices online, as far back as they are kept, with a gap of some hours in which the server was off. */
export function addOnlineHistory(stack: Pick<Stack, 'folder'>, tenant: TenantId, registered: number): void {
  using database = openDatabaseBeside(stack)
  const insert = database.prepare(
    'insert or ignore into online_counts (tenant_id, step_seconds, at, online, registered) values (?, ?, ?, ?, ?)',
  )
  const look = database.prepare('insert or ignore into online_slots (step_seconds, at) values (?, ?)')
  const now = Date.now()
  database.exec('begin immediate')
  for (const { stepSeconds, keptHours } of [fine, coarse]) {
    const step = stepSeconds * 1000
    const last = now - (now % step)
    for (let at = last - keptHours * 3_600_000; at < last; at += step) {
      const hoursAgo = (now - at) / 3_600_000
      const wasOff = hoursAgo > 30 && hoursAgo < 44
      if (wasOff) continue
      look.run(stepSeconds, at)
      insert.run(tenant, stepSeconds, at, onlineAt(at, registered), registered)
    }
  }
  database.exec('commit')
}

/** Somewhere, as a database of positions would say it. */
export function placeDevice(
  stack: Pick<Stack, 'folder'>,
  uid: DeviceUid,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): void {
  using database = openDatabaseBeside(stack)
  database
    .prepare('update devices set latitude_microdegrees = ?, longitude_microdegrees = ?, remote_addr = ? where uid = ?')
    .run(Math.round(latitude * 1e6), Math.round(longitude * 1e6), '203.0.113.9', uid)
  database
    .prepare('update sessions set latitude_microdegrees = ?, longitude_microdegrees = ? where device_uid = ?')
    .run(Math.round(latitude * 1e6), Math.round((longitude + 2.5) * 1e6), uid)
}

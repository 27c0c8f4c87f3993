import type { Session } from '@sshore/contract'
import { flag, json, position, time } from '../../platform/database/codecs.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { findDevices, presentDevices } from '../devices/index.ts'
import { isActive } from './sessions.ts'
import type { SessionRow } from './sessions.store.ts'

export const eventTypes = json<string[]>()
export const seats = json<number[]>()

function presentSession(row: SessionRow, device: Session['device'], now: number): Session {
  return {
    uid: row.uid,
    device_uid: row.device_uid,
    device,
    tenant_id: row.tenant_id,
    username: row.username,
    ip_address: row.ip_address,
    started_at: time.toWire(row.started_at),
    last_seen: time.toWire(row.last_seen_at),
    active: isActive(row, now),
    authenticated: flag.read(row.authenticated),
    recorded: flag.read(row.recorded),
    type: row.type,
    term: row.term,
    position: position.read(row),
    events: { types: eventTypes.read(row.event_types), seats: seats.read(row.seats) },
  }
}

/** The sessions as the wire shows them, in the given order, each with its device. */
export async function presentSessions(
  services: Services,
  scope: Scope,
  rows: readonly SessionRow[],
): Promise<Session[]> {
  const uids = [...new Set(rows.map((row) => row.device_uid))]
  const devices = await presentDevices(services, scope, await findDevices(services.database, scope, uids))
  const byUid = new Map(devices.map((device) => [device.uid, device]))
  return rows.map((row) => presentSession(row, byUid.get(row.device_uid) ?? null, services.clock.now()))
}

// What the gateway tells of a session while it lives.
import { type BodyOf, type contract, Failure, type SessionUid } from '@sshore/contract'
import { flag } from '../../platform/database/codecs.ts'
import type { Services } from '../../services.ts'
import { change } from '../../platform/change.ts'
import { findDevice, locateDevice, printable } from '../devices/index.ts'
import { eventTypesMax, joined, seatsMax } from './sessions.ts'
import { eventTypes, seats } from './sessions.presenter.ts'
import { getSession, insertSession, locateSession, patchSession, type SessionRow } from './sessions.store.ts'

export type Opening = BodyOf<typeof contract.createSession>
export type Report = BodyOf<typeof contract.updateSession>

/**
 * Opens the row of a session on an accepted device. Telling the same opening twice (a reply was lost) finds the row
 * of the first time. Fails with `device_not_found`, or with what a hook refuses with.
 */
export async function open(services: Services, opening: Opening): Promise<SessionRow> {
  const scope = await locateDevice(services.database, opening.device_uid)
  if (!scope) throw new Failure('device_not_found')
  const now = services.clock.now()
  return change(services.database, scope, async (inside) => {
    const device = await findDevice(inside.database, scope, opening.device_uid)
    if (device?.status !== 'accepted') throw new Failure('device_not_found')
    for (const hook of services.hooks.list('session.open')) {
      await hook({ ...inside, uid: opening.uid, deviceUid: device.uid })
    }
    await insertSession(inside.database, {
      uid: opening.uid,
      device_uid: device.uid,
      tenant_id: device.tenant_id,
      username: printable(opening.username),
      ip_address: opening.ip_address,
      type: opening.type,
      term: printable(opening.term),
      authenticated: flag.write(opening.authenticated),
      recorded: flag.write(false),
      event_types: eventTypes.write([]),
      seats: seats.write([]),
      started_at: now,
      last_seen_at: now,
      ended_at: null,
    })
    return getSession(inside.database, scope, opening.uid)
  })
}

/** Adds what a session did to what is known of it. Fails with `session_not_found`. */
export async function note(services: Services, uid: SessionUid, report: Report): Promise<void> {
  const scope = await locateSession(services.database, uid)
  await change(services.database, scope, async ({ database }) => {
    const known = await getSession(database, scope, uid)
    const types = joined(eventTypes.read(known.event_types), report.event_types).slice(0, eventTypesMax)
    const taken = joined(seats.read(known.seats), report.seats)
    await patchSession(database, scope, uid, {
      ...(report.authenticated === undefined ? {} : { authenticated: flag.write(report.authenticated) }),
      ...(report.recorded === undefined ? {} : { recorded: flag.write(report.recorded) }),
      ...(report.term === undefined ? {} : { term: printable(report.term) }),
      event_types: eventTypes.write(types),
      seats: seats.write(taken.toSorted((a, b) => a - b).slice(0, seatsMax)),
      last_seen_at: services.clock.now(),
    })
  })
}

/** Closes the row; a session that has ended stays as it is. Fails with `session_not_found`. */
export async function finish({ database, clock }: Services, uid: SessionUid): Promise<void> {
  const scope = await locateSession(database, uid)
  const session = await getSession(database, scope, uid)
  if (session.ended_at !== null) return
  await patchSession(database, scope, uid, { ended_at: clock.now(), last_seen_at: clock.now() })
}

// What the gateway tells of a session while it lives.
import { type BodyOf, type contract, Failure, type SessionUid } from '@sshore/contract'
import { flag, position } from '../../platform/database/codecs.ts'
import type { Changing } from '../../http/implement.ts'
import type { Services } from '../../services.ts'
import { findDevice, locateDevice, printable } from '../devices/index.ts'
import { appendEvents, type HappenedEvent } from './session-events.store.ts'
import { sessionName } from './session-names.ts'
import { eventTypesMax, joined, seatsMax } from './sessions.ts'
import { eventTypes, seats } from './sessions.presenter.ts'
import { getSession, insertSession, locateSession, patchSession } from './sessions.store.ts'

export type Opening = BodyOf<typeof contract.createSession>
export type Report = BodyOf<typeof contract.updateSession>

/**
 * Opens the row of a session on an accepted device. Telling the same opening twice (a reply was lost) leaves the row
 * of the first time. Fails with `device_not_found`, or with what a hook refuses with.
 */
export async function open(services: Services, change: Changing['change'], opening: Opening): Promise<void> {
  const scope = await locateDevice(services.database, opening.device_uid)
  if (!scope) throw new Failure('device_not_found')
  const now = services.clock.now()
  await change(scope, async (inside) => {
    const device = await findDevice(inside.database, scope, opening.device_uid)
    if (device?.status !== 'accepted') throw new Failure('device_not_found')
    for (const hook of services.hooks.list('session.open')) {
      await hook({ ...inside, uid: opening.uid, deviceUid: device.uid })
    }
    const inserted = await insertSession(inside.database, {
      uid: opening.uid,
      device_uid: device.uid,
      tenant_id: device.tenant_id,
      username: printable(opening.username),
      ip_address: opening.ip_address,
      ...position.write(services.positions.of(opening.ip_address)),
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
    if (!inserted) return
    await inside.changed({
      what: 'session.open',
      target: { kind: 'session', id: opening.uid, name: sessionName(printable(opening.username), device.name) },
      after: {
        device_uid: device.uid,
        device: device.name,
        username: printable(opening.username),
        ip_address: opening.ip_address,
        type: opening.type,
      },
    })
  })
}

/** What to remember of a report: its events, and types that were named for the first time, as of now. */
function happened(report: Report, known: readonly string[], now: number): HappenedEvent[] {
  const told = (report.events ?? []).map(({ type, timestamp, data, seat }) => ({
    type: printable(type),
    happenedAt: Date.parse(timestamp),
    data: printable(data),
    seat,
  }))
  const seen = new Set([...known, ...told.map(({ type }) => type)])
  const seat = report.seats?.at(-1) ?? 0
  const named = (report.event_types ?? []).map(printable).filter((type) => !seen.has(type))
  return [...told, ...[...new Set(named)].map((type) => ({ type, happenedAt: now, data: '', seat }))]
}

/** Adds what a session did to what is known of it. Fails with `session_not_found`. */
export async function note(
  services: Services,
  change: Changing['change'],
  uid: SessionUid,
  report: Report,
): Promise<void> {
  const scope = await locateSession(services.database, uid)
  await change(scope, async ({ database }) => {
    const known = await getSession(database, scope, uid)
    const before = eventTypes.read(known.event_types)
    const events = happened(report, before, services.clock.now())
    await appendEvents(database, scope, uid, events)
    const types = joined(
      before,
      events.map(({ type }) => type),
    ).slice(0, eventTypesMax)
    const reported = joined(
      report.seats,
      events.map(({ seat }) => seat),
    )
    const taken = joined(seats.read(known.seats), reported)
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
export async function finish(
  { database: reading, clock }: Services,
  change: Changing['change'],
  uid: SessionUid,
): Promise<void> {
  const scope = await locateSession(reading, uid)
  await change(scope, async ({ database, changed }) => {
    const { ended_at: ended, device_uid, username } = await getSession(database, scope, uid)
    if (ended !== null) return
    await patchSession(database, scope, uid, { ended_at: clock.now(), last_seen_at: clock.now() })
    await changed({ what: 'session.end', target: { kind: 'session', id: uid }, before: { device_uid, username } })
  })
}

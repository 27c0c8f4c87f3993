// The course of a session, kept within bounds: what a client can send without end must not grow without end.
import { limits, type SessionEvent, type SessionUid } from '@sshore/contract'
import { time } from '../../platform/database/codecs.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Scope } from '../../platform/scope.ts'

export interface HappenedEvent {
  readonly type: string
  /** Unix milliseconds. */
  readonly happenedAt: number
  readonly data: string
  readonly seat: number
}

/** Appends as many as there is room for; nothing when the namespace has no such session. */
export async function appendEvents(
  database: Database,
  { tenantId }: Scope,
  uid: SessionUid,
  events: readonly HappenedEvent[],
): Promise<void> {
  if (events.length === 0) return
  const session = await database
    .selectFrom('sessions')
    .select((select) =>
      select
        .selectFrom('session_events')
        .select((count) => count.fn.countAll<number>().as('total'))
        .whereRef('session_events.session_uid', '=', 'sessions.uid')
        .as('next'),
    )
    .where('tenant_id', '=', tenantId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!session) return
  const next = session.next ?? 0
  const rows = events.slice(0, Math.max(0, limits.sessionEvents.perSession - next)).map((event, index) => ({
    session_uid: uid,
    position: next + index,
    tenant_id: tenantId,
    type: event.type,
    happened_at: event.happenedAt,
    data: event.data,
    seat: event.seat,
  }))
  if (rows.length > 0) await database.insertInto('session_events').values(rows).execute()
}

/** In order. */
export async function listEvents(database: Database, { tenantId }: Scope, uid: SessionUid): Promise<SessionEvent[]> {
  const rows = await database
    .selectFrom('session_events')
    .select(['type', 'happened_at', 'data', 'seat'])
    .where('tenant_id', '=', tenantId)
    .where('session_uid', '=', uid)
    .orderBy('position')
    .execute()
  return rows.map(({ happened_at: at, ...event }) => ({ ...event, timestamp: time.toWire(at) }))
}

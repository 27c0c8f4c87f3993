// Sessions whose gateway died, or lost its way to the server, end as well, and whoever listens is told of it.
import { serverActor } from '../../platform/actor.ts'
import { change } from '../../platform/change.ts'
import { scopeOf } from '../../platform/scope.ts'
import type { Services } from '../../services.ts'
import { staleBefore } from './sessions.ts'
import { endStale, listStale, type SessionRow } from './sessions.store.ts'

/** Ended in one transaction at most: whoever changes something meanwhile waits for it. */
const endedAtOnce = 50

type Stale = Pick<SessionRow, 'uid' | 'tenant_id'>

async function endOf(services: Services, tenantId: Stale['tenant_id'], stale: readonly Stale[]): Promise<void> {
  const scope = scopeOf(tenantId)
  const before = staleBefore(services.clock.now())
  await change(services, serverActor, scope, async ({ database, changed }) => {
    for (const { uid } of stale) {
      const ended = await endStale(database, scope, uid, before)
      if (ended) await changed({ what: 'session.end', target: { kind: 'session', id: uid }, before: { ...ended } })
    }
  })
}

/** Ends all running sessions that nobody reports any more; returns how many there were. */
export async function endStaleSessions(services: Services): Promise<number> {
  let ended = 0
  for (;;) {
    const stale = await listStale(services.database, staleBefore(services.clock.now()), endedAtOnce)
    for (const [tenantId, those] of Map.groupBy(stale, (session) => session.tenant_id)) {
      await endOf(services, tenantId, those)
    }
    ended += stale.length
    if (stale.length < endedAtOnce) return ended
  }
}

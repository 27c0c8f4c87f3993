import type { SessionUid } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { findSessionName } from './session-names.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { moveSessions, touchSessionsOf } from './sessions.store.ts'
import { endStaleSessions } from './stale-sessions.ts'

export { askToClose, setAuthenticated } from './session-changes.ts'
export { presentSessions } from './sessions.presenter.ts'
export { staleBefore } from './sessions.ts'
export { countRunning, findSession, getSession, locateSession, patchSession } from './sessions.store.ts'

const sweepSeconds = 30
const isSessionUid = (text: string): text is SessionUid => /^[0-9a-f]{64}$/.test(text)

export const sessions: FeatureManifest = {
  id: 'sessions',
  implementations: [...sessionRoutes, ...gatewayRoutes],
  hooks({ hooks, clock }) {
    hooks.add('target.name', async (database, scope, { kind, id }) =>
      kind === 'session' && scope ? findSessionName(database, scope, id as SessionUid) : undefined,
    )
    hooks.add('device.take-over', ({ database, scope, from, to }) => moveSessions(database, scope, from, to))
    hooks.add('device.check-in', async (database, scope, uid, running) => {
      const uids = running.filter(isSessionUid)
      if (uids.length === 0) return
      await transactFreely(database, (transaction) => touchSessionsOf(transaction, scope, uid, uids, clock.now()))
    })
  },
  jobs: [
    {
      name: 'sessions-abandoned',
      everySeconds: sweepSeconds,
      async run(services) {
        const ended = await endStaleSessions(services)
        if (ended > 0) services.log.info({ sessions: ended }, 'ended sessions whose gateway went silent')
      },
    },
  ],
}

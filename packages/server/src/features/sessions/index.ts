import type { SessionUid } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { staleBefore } from './sessions.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { endStaleSessions, moveSessions, touchSessionsOf } from './sessions.store.ts'

export { staleBefore } from './sessions.ts'
export { countRunning, getSession, locateSession, patchSession } from './sessions.store.ts'

const sweepSeconds = 30
const isSessionUid = (text: string): text is SessionUid => /^[0-9a-f]{64}$/.test(text)

export const sessions: FeatureManifest = {
  id: 'sessions',
  implementations: [...sessionRoutes, ...gatewayRoutes],
  hooks({ hooks, clock }) {
    hooks.add('device.take-over', ({ database, scope, from, to }) => moveSessions(database, scope, from, to))
    hooks.add('device.check-in', (database, scope, uid, running) =>
      touchSessionsOf(database, scope, uid, running.filter(isSessionUid), clock.now()),
    )
  },
  jobs: [
    {
      name: 'end sessions that nobody reports any more',
      everySeconds: sweepSeconds,
      async run({ database, clock, log }) {
        const ended = await endStaleSessions(database, staleBefore(clock.now()))
        if (ended > 0) log.info({ sessions: ended }, 'ended sessions whose gateway went silent')
      },
    },
  ],
}

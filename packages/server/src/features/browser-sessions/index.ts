import type { FeatureManifest } from '../../feature.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { implementations } from './browser-sessions.routes.ts'
import { hasBrowserSession, sweepBrowserSessions } from './browser-sessions.store.ts'
import { idleMilliseconds } from './browser-sessions.ts'

export const browserSessions: FeatureManifest = {
  id: 'browser-sessions',
  implementations,
  hooks({ hooks }) {
    hooks.add('browser-session.exists', hasBrowserSession)
  },
  jobs: [
    {
      name: 'sweep-browser-sessions',
      everySeconds: 3600,
      run: ({ database, clock }) =>
        transactFreely(database, (transaction) =>
          sweepBrowserSessions(transaction, clock.now() - idleMilliseconds, clock.now()),
        ),
    },
  ],
}

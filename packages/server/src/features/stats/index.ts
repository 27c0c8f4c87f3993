import type { FeatureManifest } from '../../feature.ts'
import { countOnlineNow } from './online-counts.ts'
import { statsRoutes } from './stats.routes.ts'

/** More often than a slot is long, so that none is missed. */
const lookEverySeconds = 60

export const stats: FeatureManifest = {
  id: 'stats',
  implementations: statsRoutes,
  jobs: [
    {
      name: 'stats-online',
      everySeconds: lookEverySeconds,
      run: ({ database, clock }) => countOnlineNow(database, clock.now()),
    },
  ],
}

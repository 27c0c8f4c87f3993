import type { FeatureManifest } from '../../feature.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { pairingRoutes } from './pairing.routes.ts'
import { deleteExpired } from './pairing.store.ts'

const sweepSeconds = 60

export const pairing: FeatureManifest = {
  id: 'pairing',
  implementations: pairingRoutes,
  jobs: [
    {
      name: 'sweep-pairing-codes',
      everySeconds: sweepSeconds,
      run: ({ database, clock }) => transactFreely(database, (transaction) => deleteExpired(transaction, clock.now())),
    },
  ],
}

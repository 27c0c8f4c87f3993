import type { FeatureManifest } from '../../feature.ts'
import { flag } from '../../platform/database/codecs.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { secondFactor } from './challenges.ts'
import { sweepMfa } from './factors.store.ts'
import { mfaRoutes } from './mfa.routes.ts'
import { holdBack } from './reset.ts'

export const mfa: FeatureManifest = {
  id: 'mfa',
  implementations: mfaRoutes,
  hooks(services) {
    const { hooks } = services
    hooks.add('changed', holdBack(services))
    hooks.add('authentication.second-factor', secondFactor)
    hooks.add('connection.second-factor', ({ require_mfa }) => flag.read(require_mfa))
  },
  jobs: [
    {
      name: 'sweep-mfa',
      everySeconds: 600,
      run: ({ database, clock }) => transactFreely(database, (transaction) => sweepMfa(transaction, clock.now())),
    },
  ],
}

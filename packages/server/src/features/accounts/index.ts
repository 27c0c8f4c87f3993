import type { FeatureManifest } from '../../feature.ts'
import { accountRoutes } from './accounts.routes.ts'
import { answerRequests } from './requests.ts'
import { endLinks, sweepAccounts } from './upkeep.ts'

export const accounts: FeatureManifest = {
  id: 'accounts',
  implementations: accountRoutes,
  hooks(services) {
    services.hooks.add('changed', endLinks(services))
  },
  jobs: [
    { name: 'account-requests', everySeconds: 1, run: answerRequests },
    { name: 'account-upkeep', everySeconds: 600, run: sweepAccounts },
  ],
}

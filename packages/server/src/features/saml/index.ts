import type { FeatureManifest } from '../../feature.ts'
import { serverActor } from '../../platform/actor.ts'
import { changeServer } from '../../platform/change.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { samlSettings } from './settings.ts'
import { refresh } from './configuration.ts'
import { listIdentitiesOf } from './identities.store.ts'
import { begin, samlRoutes } from './saml.routes.ts'
import { findAddresses } from './service-provider.ts'
import { forgetSpent } from './spent.store.ts'

export const saml: FeatureManifest = {
  id: 'saml',
  implementations: samlRoutes,
  hooks(services) {
    const { hooks } = services
    hooks.add('authentication.saml', {
      async isOn() {
        const { enabled, provider } = await samlSettings.read(services.database)
        return enabled && provider !== null && findAddresses(services) !== undefined
      },
      begin: (challenge) => begin(services, challenge),
    })
    hooks.add('authentication.methods', async (database, userId) =>
      (await listIdentitiesOf(database, userId)).length > 0 ? ['saml'] : [],
    )
  },
  jobs: [
    {
      name: 'saml-metadata',
      everySeconds: 600,
      run: (services, stopping) =>
        refresh(services, (inside, about) => changeServer(services, serverActor, inside, about), stopping),
    },
    {
      name: 'saml-spent',
      everySeconds: 600,
      run: ({ database, clock }) => transactFreely(database, (transaction) => forgetSpent(transaction, clock.now())),
    },
  ],
}

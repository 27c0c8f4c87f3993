import { Failure, limits } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { setDeviceLimit } from '../namespaces/index.ts'
import { hasRunning, isActive, presentAccounts } from './accounts.ts'
import { findAccount } from './accounts.store.ts'
import { billingRoutes } from './billing.routes.ts'
import { acceptWithin, connectWithin, keepSlot, takenSlots } from './slots.ts'
import { end } from './subscriptions.ts'
import { resynchronise, sweep } from './upkeep.ts'
import { reportAllDue } from './usage.ts'

export const billing: FeatureManifest = {
  id: 'billing',
  implementations: billingRoutes,
  hooks(services) {
    // Without a payment provider nobody could lift a limit, so there is none.
    if (!services.payments) return
    const { hooks } = services
    hooks.add('device.slots', takenSlots(services))
    hooks.add('device.unlimited', isActive)
    hooks.add('device.accept', acceptWithin)
    hooks.add('device.remove', keepSlot(services))
    hooks.add('connection.evaluate', connectWithin(services))
    hooks.add('namespace.billing', presentAccounts)
    hooks.add('changed', async ({ database, scope, fact }) => {
      if (fact.what === 'namespace.create' && scope) await setDeviceLimit(database, scope, limits.maxDevicesDefault)
    })
    hooks.add('namespace.prepare-delete', async (change, scope) => {
      try {
        await end(services, change, scope)
      } catch (error) {
        throw error instanceof Failure ? new Failure('subscription_not_ended') : error
      }
    })
    hooks.add('namespace.delete', async ({ database, scope }) => {
      if (hasRunning(await findAccount(database, scope))) throw new Failure('subscription_not_ended')
    })
  },
  jobs: [
    { name: 'billing-reports', everySeconds: 10, run: reportAllDue },
    { name: 'billing-synchronisation', everySeconds: 600, run: resynchronise },
    { name: 'billing-sweep', everySeconds: 3600, run: sweep },
  ],
}

import { limits } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { hours } from '../../platform/clock.ts'
import { transactFreely } from '../../platform/database/transaction.ts'
import { tunnelRoutes } from './tunnels.routes.ts'
import { deleteExpired, listAddresses, moveTunnels } from './tunnels.store.ts'

export const tunnels: FeatureManifest = {
  id: 'tunnels',
  implementations: tunnelRoutes,
  hooks({ hooks, bus }) {
    hooks.add('device.take-over', async ({ database, scope, from, to, afterCommit }) => {
      const addresses = await listAddresses(database, scope, from)
      await moveTunnels(database, scope, from, to)
      afterCommit(() => {
        for (const address of addresses) bus.publish('tunnel.changed', { address })
      })
    })
  },
  jobs: [
    {
      name: 'tunnels-expired',
      everySeconds: 3600,
      async run({ database, clock }) {
        const before = clock.now() - hours(24 * limits.tunnels.keptDays)
        await transactFreely(database, (transaction) => deleteExpired(transaction, before))
      },
    },
  ],
}

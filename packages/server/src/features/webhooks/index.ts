import type { FeatureManifest } from '../../feature.ts'
import { deliverDue, pruneDeliveries } from './delivering.ts'
import { enqueue } from './deliveries.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export const webhooks: FeatureManifest = {
  id: 'webhooks',
  implementations: webhookRoutes,
  hooks({ hooks, clock }) {
    hooks.add('event', (database, scope, event) => enqueue(database, scope, event, clock.now()))
  },
  jobs: [
    { name: 'webhook-deliveries', everySeconds: 1, run: deliverDue },
    { name: 'webhook-retention', everySeconds: 3600, run: pruneDeliveries },
  ],
}

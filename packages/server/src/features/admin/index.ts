import type { FeatureManifest } from '../../feature.ts'
import { deviceRoutes } from './devices.routes.ts'
import { namespaceRoutes } from './namespaces.routes.ts'
import { heldSizes } from './server-facts.ts'
import { userRoutes } from './users.routes.ts'

export const admin: FeatureManifest = {
  id: 'admin',
  implementations: [...userRoutes, ...namespaceRoutes, ...deviceRoutes],
  hooks(services) {
    services.hooks.add('server.sizes', heldSizes(services))
  },
}

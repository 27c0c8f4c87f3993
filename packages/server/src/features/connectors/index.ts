import type { FeatureManifest } from '../../feature.ts'
import { connectorRoutes } from './connectors.routes.ts'
import { followConnectors } from './following.ts'

export const connectors: FeatureManifest = {
  id: 'connectors',
  implementations: connectorRoutes,
  jobs: [{ name: 'connectors', everySeconds: 1, run: followConnectors }],
}

import type { FeatureManifest } from '../../feature.ts'
import { containerRoutes } from './containers.routes.ts'

export const containers: FeatureManifest = { id: 'containers', implementations: containerRoutes }

import type { FeatureManifest } from '../../feature.ts'
import { statsRoutes } from './stats.routes.ts'

export const stats: FeatureManifest = { id: 'stats', implementations: statsRoutes }

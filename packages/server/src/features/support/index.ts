import type { FeatureManifest } from '../../feature.ts'
import { supportRoutes } from './support.routes.ts'

export const support: FeatureManifest = { id: 'support', implementations: supportRoutes }

import type { FeatureManifest } from '../../feature.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'

export const apiKeys: FeatureManifest = { id: 'api-keys', implementations: apiKeyRoutes }

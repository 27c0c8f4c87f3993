import type { FeatureManifest } from '../../feature.ts'
import { deviceRoutes } from './devices.routes.ts'
import { namespaceRoutes } from './namespaces.routes.ts'
import { userRoutes } from './users.routes.ts'

export const admin: FeatureManifest = {
  id: 'admin',
  implementations: [...userRoutes, ...namespaceRoutes, ...deviceRoutes],
}

import type { FeatureManifest } from '../../feature.ts'
import { securitySettingsRoutes } from './security-settings.routes.ts'

export const securitySettings: FeatureManifest = {
  id: 'security-settings',
  implementations: securitySettingsRoutes,
}

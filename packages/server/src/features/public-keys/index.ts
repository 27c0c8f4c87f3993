import type { FeatureManifest } from '../../feature.ts'
import { publicKeyRoutes } from './public-keys.routes.ts'

export { type OpenSshKey, parseKeyField, parseOpenSshKey, presentKeyLine } from './openssh-key.ts'

export const publicKeys: FeatureManifest = { id: 'public-keys', implementations: publicKeyRoutes }

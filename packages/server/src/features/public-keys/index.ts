import type { FeatureManifest } from '../../feature.ts'
import { keyTagHolder } from './key-tags.ts'
import { publicKeyRoutes } from './public-keys.routes.ts'

export { getKeyData } from './key-data.ts'
export { filterColumns, filterOf, presentPublicKey } from './public-keys.presenter.ts'
export { findPublicKey } from './public-keys.store.ts'
export { registerKey, removeKey } from './registered-keys.ts'
export { type OpenSshKey, parseKeyField, parseOpenSshKey, presentKeyLine } from './openssh-key.ts'

export const publicKeys: FeatureManifest = {
  id: 'public-keys',
  implementations: publicKeyRoutes,
  hooks({ hooks }) {
    hooks.add('tag.holder', keyTagHolder)
  },
}

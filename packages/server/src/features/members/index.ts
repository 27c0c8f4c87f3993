import type { FeatureManifest } from '../../feature.ts'
import { implementations } from './members.routes.ts'

export const members: FeatureManifest = { id: 'members', implementations }
export { requireAuthority } from './members.ts'

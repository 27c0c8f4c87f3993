import type { FeatureManifest } from '../../feature.ts'
import { tagRoutes } from './tags.routes.ts'

export { requireTags } from './tags.ts'

export const tags: FeatureManifest = { id: 'tags', implementations: tagRoutes }

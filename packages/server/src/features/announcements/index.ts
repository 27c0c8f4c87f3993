import { limits } from '@sshore/contract'
import type { FeatureManifest } from '../../feature.ts'
import { announcementRoutes } from './announcements.routes.ts'
import { follow } from './upstream.ts'

export const announcements: FeatureManifest = {
  id: 'announcements',
  implementations: announcementRoutes,
  jobs: [{ name: 'announcements-upstream', everySeconds: limits.announcements.followSeconds, run: follow }],
}

import type { FeatureManifest } from '../../feature.ts'
import { dropLapsed } from './answering.ts'
import { inviteRoutes } from './invites.routes.ts'

export const invites: FeatureManifest = {
  id: 'invites',
  implementations: inviteRoutes,
  jobs: [{ name: 'lapsed-invites', everySeconds: 3600, run: dropLapsed }],
}
export { findInviteFor } from './answering.ts'
export { invite } from './inviting.ts'

import type { FeatureManifest } from '../../feature.ts'
import { dropLapsed } from './answering.ts'
import { inviteRoutes } from './invites.routes.ts'
import { endWithInviter } from './waiting.ts'

export const invites: FeatureManifest = {
  id: 'invites',
  implementations: inviteRoutes,
  hooks({ hooks }) {
    hooks.add('changed', endWithInviter)
  },
  jobs: [{ name: 'lapsed-invites', everySeconds: 3600, run: dropLapsed }],
}
export { findInviteFor } from './answering.ts'
export { invite } from './inviting.ts'

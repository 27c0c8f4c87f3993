// Nobody is made a member unasked: whoever is added gets an invitation by mail instead.
import type { FeatureManifest } from '../../feature.ts'
import { invite } from '../invites/index.ts'

export const memberConsent: FeatureManifest = {
  id: 'member-consent',
  implementations: [],
  hooks({ hooks }) {
    hooks.add('member.invite', async (services, change, wanted) => {
      await invite(services, change, wanted, 'mail')
    })
  },
}

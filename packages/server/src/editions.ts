import { type Edition, type Feature, featuresOf } from '@sshore/contract'
import type { FeatureManifest } from './feature.ts'
import { accountRemoval } from './features/account-removal/index.ts'
import { accounts } from './features/accounts/index.ts'
import { admin } from './features/admin/index.ts'
import { announcements } from './features/announcements/index.ts'
import { apiKeys } from './features/api-keys/index.ts'
import { audit } from './features/audit/index.ts'
import { authentication } from './features/authentication/index.ts'
import { billing } from './features/billing/index.ts'
import { browserSessions } from './features/browser-sessions/index.ts'
import { certificateAuthority } from './features/certificate-authority/index.ts'
import { connectors } from './features/connectors/index.ts'
import { containers } from './features/containers/index.ts'
import { devices } from './features/devices/index.ts'
import { events } from './features/events/index.ts'
import { firewall } from './features/firewall/index.ts'
import { instance } from './features/instance/index.ts'
import { invites } from './features/invites/index.ts'
import { mail } from './features/mail/index.ts'
import { memberConsent } from './features/member-consent/index.ts'
import { members } from './features/members/index.ts'
import { mfa } from './features/mfa/index.ts'
import { namespaces } from './features/namespaces/index.ts'
import { pairing } from './features/pairing/index.ts'
import { publicKeys } from './features/public-keys/index.ts'
import { recording } from './features/recording/index.ts'
import { saml } from './features/saml/index.ts'
import { securitySettings } from './features/security-settings/index.ts'
import { sessions } from './features/sessions/index.ts'
import { stats } from './features/stats/index.ts'
import { stockAgents } from './features/stock-agents/index.ts'
import { support } from './features/support/index.ts'
import { tags } from './features/tags/index.ts'
import { users } from './features/users/index.ts'
import { tunnels } from './features/tunnels/index.ts'
import { webTerminal } from './features/web-terminal/index.ts'
import { webhooks } from './features/webhooks/index.ts'

const manifests: Readonly<Record<Feature, FeatureManifest>> = {
  instance,
  authentication,
  'browser-sessions': browserSessions,
  users,
  namespaces,
  members,
  'api-keys': apiKeys,
  'security-settings': securitySettings,
  devices,
  containers,
  pairing,
  sessions,
  'public-keys': publicKeys,
  'certificate-authority': certificateAuthority,
  'stock-agents': stockAgents,
  'web-terminal': webTerminal,
  tags,
  stats,
  audit,
  events,
  webhooks,
  mail,
  accounts,
  invites,
  'member-consent': memberConsent,
  'account-removal': accountRemoval,
  firewall,
  connectors,
  recording,
  saml,
  admin,
  announcements,
  support,
  mfa,
  tunnels,
  billing,
}

/** What an edition is made of: the features that the contract lists for it. */
export const manifestsOf = (edition: Edition): FeatureManifest[] => featuresOf(edition).map((id) => manifests[id])

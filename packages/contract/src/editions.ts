// The only file that knows editions by name: feature → the editions that have it.

export const editions = ['community', 'enterprise', 'cloud'] as const
export type Edition = (typeof editions)[number]

const everywhere = editions
const larger = ['enterprise', 'cloud'] as const
const largest = ['cloud'] as const

export const features = {
  instance: everywhere,
  authentication: everywhere,
  'browser-sessions': everywhere,
  users: everywhere,
  namespaces: everywhere,
  members: everywhere,
  'api-keys': everywhere,
  'security-settings': everywhere,
  devices: everywhere,
  containers: everywhere,
  pairing: everywhere,
  sessions: everywhere,
  'public-keys': everywhere,
  'certificate-authority': everywhere,
  tags: everywhere,
  'stock-agents': everywhere,
  'web-terminal': everywhere,
  stats: everywhere,
  audit: everywhere,
  events: everywhere,
  webhooks: everywhere,
  mail: larger,
  accounts: larger,
  invites: larger,
  /** Nobody is made a member without having accepted an invitation. */
  'member-consent': largest,
  'account-removal': largest,
  saml: larger,
  admin: larger,
  announcements: larger,
  support: larger,
  firewall: larger,
  recording: larger,
  mfa: larger,
  tunnels: larger,
  connectors: larger,
  billing: largest,
} as const satisfies Record<string, readonly Edition[]>

export type Feature = keyof typeof features

/** The features of one edition, in the order of the table. */
export const featuresOf = (edition: Edition): Feature[] =>
  (Object.keys(features) as Feature[]).filter((feature) => (features[feature] as readonly Edition[]).includes(edition))

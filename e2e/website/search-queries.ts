// What a reader would type, and the page that should be among the first three results. Written before the ranking was tuned.

export interface ExpectedResult {
  readonly query: string
  /** The path of the page. */
  readonly page: string
}

export const queries: readonly ExpectedResult[] = [
  { query: 'install agent', page: '/developers/agent/installing' },
  { query: 'add a device', page: '/user-guides/devices/adding' },
  { query: 'pairing code', page: '/user-guides/devices/adding' },
  { query: 'how to connect with ssh', page: '/user-guides/devices/connecting' },
  { query: 'scp copy file', page: '/user-guides/devices/connecting' },
  { query: 'port forwarding', page: '/user-guides/devices/connecting' },
  { query: 'tag', page: '/user-guides/devices/tagging%20devices' },
  { query: 'tunnel', page: '/user-guides/devices/tunnels' },
  { query: 'firewall', page: '/user-guides/firewall/create' },
  { query: 'deny root login', page: '/user-guides/firewall/create' },
  { query: 'firewall priority', page: '/user-guides/firewall/policies' },
  { query: 'tenant id', page: '/user-guides/namespaces/retrieving-your-tenant-id' },
  { query: 'switch namespace', page: '/user-guides/namespaces/switching' },
  { query: 'connection announcement', page: '/user-guides/namespaces/connection-announcment' },
  { query: 'public key', page: '/user-guides/security/publickey-authentication' },
  { query: 'certificate', page: '/user-guides/security/publickey-authentication' },
  { query: 'close session', page: '/user-guides/sessions/introduction' },
  { query: 'play recording', page: '/user-guides/sessions/session-recording' },
  { query: 'asciicast', page: '/user-guides/sessions/session-recording' },
  { query: '2fa', page: '/user-guides/settings/account/mfa/about-mfa' },
  { query: 'recovery codes', page: '/user-guides/settings/account/mfa/recovery-access' },
  { query: 'create api key', page: '/user-guides/settings/namespace/api-keys/create' },
  { query: 'X-API-KEY', page: '/user-guides/settings/namespace/api-keys/use' },
  { query: 'invite member', page: '/user-guides/settings/namespace/members/invite' },
  { query: 'roles', page: '/user-guides/settings/namespace/members/roles' },
  { query: 'remove member', page: '/user-guides/settings/namespace/members/remove' },
  { query: 'single sign-on', page: '/admin-guides/authentication/saml/' },
  { query: 'saml metadata', page: '/admin-guides/authentication/saml/configuring/enabling-with-metadata' },
  { query: 'account locked', page: '/admin-guides/authentication/local/configuring' },
  { query: 'postgresql', page: '/self-hosted/configuring' },
  { query: 'backup', page: '/self-hosted/administration' },
  { query: 'reverse proxy tls', page: '/self-hosted/deploying' },
  { query: 'upgrade', page: '/self-hosted/upgrading' },
  { query: 'device offline', page: '/self-hosted/troubleshooting' },
  { query: 'SSHORE_TRUSTED_PROXIES', page: '/self-hosted/configuring' },
  { query: 'faq', page: '/overview/faq' },
  { query: 'yocto', page: '/overview/supported-platforms/yocto' },
  { query: 'webhooks', page: '/developers/openapi/community' },
  { query: 'difference between editions', page: '/overview/editions' },
  { query: 'what is a namespace', page: '/overview/concepts' },
]

export const misspelt: readonly ExpectedResult[] = [
  { query: 'namspace', page: '/overview/concepts' },
  { query: 'firwall', page: '/user-guides/firewall/create' },
  { query: 'sessoin recording', page: '/user-guides/sessions/session-recording' },
  { query: 'tunel', page: '/user-guides/devices/tunnels' },
  { query: 'authentcation saml', page: '/admin-guides/authentication/saml/' },
  { query: 'pubic key', page: '/user-guides/security/publickey-authentication' },
  { query: 'troubleshoting', page: '/self-hosted/troubleshooting' },
  { query: 'buildrot', page: '/overview/supported-platforms/buildroot' },
]

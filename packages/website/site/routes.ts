// Every address of the site, and the one sidebar, as data. The build fails when what was built differs from it.

/** A page: the path of its file below `docs`, without extension. `…/index` answers at the folder's address. */
export type PageId = string

export interface Category {
  /** Identifies the label in translations. */
  readonly label: string
  /** What the label itself leads to. */
  readonly page?: PageId
  readonly items: readonly SidebarEntry[]
}

export type SidebarEntry = PageId | Category

const below = (folder: string, names: readonly string[]): PageId[] => names.map((name) => `${folder}/${name}`)

/** Section 2, "Documentation site routes": exact match, read-only, one sidebar. */
export const sidebar: readonly SidebarEntry[] = [
  'introduction',
  {
    label: 'Overview',
    items: [
      ...below('overview', ['features', 'concepts', 'editions']),
      { label: 'Getting started', page: 'overview/getting-started/index', items: ['overview/getting-started/cloud'] },
      {
        label: 'Supported platforms',
        page: 'overview/supported-platforms/index',
        items: below('overview/supported-platforms', ['buildroot', 'freebsd', 'snap', 'wsl', 'yocto']),
      },
      'overview/faq',
    ],
  },
  {
    label: 'User guides',
    page: 'user-guides/index',
    items: [
      {
        label: 'Devices',
        items: below('user-guides/devices', ['adding', 'connecting', 'tagging devices', 'tunnels']),
      },
      {
        label: 'Sessions',
        items: below('user-guides/sessions', ['introduction', 'session-recording']),
      },
      { label: 'Firewall', items: below('user-guides/firewall', ['create', 'policies']) },
      { label: 'Security', items: ['user-guides/security/publickey-authentication'] },
      {
        label: 'Namespaces',
        items: below('user-guides/namespaces', ['retrieving-your-tenant-id', 'switching', 'connection-announcment']),
      },
      {
        label: 'Members',
        items: below('user-guides/settings/namespace/members', ['roles', 'invite', 'accept-invite', 'edit', 'remove']),
      },
      {
        label: 'API keys',
        items: below('user-guides/settings/namespace/api-keys', ['create', 'use', 'update', 'delete']),
      },
      {
        label: 'Two-factor authentication',
        items: below('user-guides/settings/account/mfa', [
          'about-mfa',
          'configure-mfa',
          'logging-in',
          'recovery-access',
        ]),
      },
    ],
  },
  {
    label: 'Administrator guides',
    page: 'admin-guides/index',
    items: [
      {
        label: 'Local authentication',
        page: 'admin-guides/authentication/local/index',
        items: below('admin-guides/authentication/local', ['configuring', 'enabling-method']),
      },
      {
        label: 'Single sign-on (SAML)',
        page: 'admin-guides/authentication/saml/index',
        items: [
          ...below('admin-guides/authentication/saml', ['authentication', 'mapping', 'signed_authn_requests']),
          {
            label: 'Configuring SAML',
            page: 'admin-guides/authentication/saml/configuring/index',
            items: below('admin-guides/authentication/saml/configuring', [
              'enabling-with-metadata',
              'enabling-manual',
              'disabling',
            ]),
          },
        ],
      },
    ],
  },
  {
    label: 'Self-hosted',
    page: 'self-hosted/index',
    items: below('self-hosted', [
      'deploying',
      'configuring',
      'administration',
      'upgrading',
      'troubleshooting',
      'reference',
    ]),
  },
  {
    label: 'Developers',
    items: [
      { label: 'Agent', items: below('developers/agent', ['installing', 'configuring']) },
      {
        label: 'HTTP API',
        page: 'developers/openapi/index',
        items: below('developers/openapi', ['community', 'cloud']),
      },
      'developers/development',
    ],
  },
]

const pagesBelow = (entry: SidebarEntry): PageId[] =>
  typeof entry === 'string' ? [entry] : [...(entry.page ? [entry.page] : []), ...entry.items.flatMap(pagesBelow)]

export const pages: readonly PageId[] = sidebar.flatMap(pagesBelow)

/** Where a page answers: `/` for the introduction, with a slash behind folders and without one elsewhere. */
export function routeOf(page: PageId): string {
  if (page === 'introduction') return '/'
  return `/${page.endsWith('/index') ? page.slice(0, -'index'.length) : page}`
}

export const searchRoute = '/search'

/** The pages of section 2 and the page of search results; everything else is the page "not found". */
export const routes: readonly string[] = [...pages.map(routeOf), searchRoute]

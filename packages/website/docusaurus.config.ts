import type * as Theme from '@docusaurus/theme-common'
import type * as Docs from '@docusaurus/plugin-content-docs'
import type { Config } from '@docusaurus/types'
import { apiPages } from './plugins/api-pages/api-pages.ts'
import { codeBlocks } from './plugins/code-blocks/code-blocks.ts'
import { rehypeCode } from './plugins/code-blocks/rehype-code.ts'
import { docsSearch } from './plugins/docs-search/docs-search.ts'
import { loadGuard } from './plugins/load-guard/load-guard.ts'
import { siteChecks } from './plugins/site-checks/site-checks.ts'
import { siteSettings } from './site/settings.ts'

/** Set by the framework while it builds one language. */
const settings = siteSettings(process.env, process.env['DOCUSAURUS_CURRENT_LOCALE'] ?? 'en')

/** A column of the footer: what is read, and where it leads. */
const column = (title: string, links: Readonly<Record<string, string>>) => ({
  title,
  items: Object.entries(links).map(([label, to]) => ({ label, to })),
})

const themeConfig: Theme.UserThemeConfig = {
  image: 'img/social-card.png',
  metadata: [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Sshore' },
  ],
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  docs: { versionPersistence: 'localStorage', sidebar: { hideable: true, autoCollapseCategories: true } },
  ...(settings.announcement
    ? {
        announcementBar: {
          ...settings.announcement,
          backgroundColor: 'var(--shore-notice)',
          textColor: 'var(--shore-notice-text)',
          isCloseable: true,
        },
      }
    : {}),
  navbar: {
    title: 'Sshore',
    hideOnScroll: true,
    logo: { alt: '', src: 'img/mark.svg', width: 28, height: 28 },
    items: [
      { type: 'doc', docId: 'overview/getting-started/index', position: 'left', label: 'Get started' },
      { type: 'doc', docId: 'user-guides/index', position: 'left', label: 'Guides' },
      { type: 'doc', docId: 'self-hosted/index', position: 'left', label: 'Self-hosted' },
      { type: 'doc', docId: 'developers/openapi/index', position: 'left', label: 'API' },
      { type: 'docsVersionDropdown', position: 'right' },
      { type: 'localeDropdown', position: 'right' },
      { type: 'search', position: 'right' },
    ],
  },
  footer: {
    style: 'light',
    links: [
      column('Use it', {
        'Getting started': '/overview/getting-started/',
        'User guides': '/user-guides/',
        'Questions and answers': '/overview/faq',
      }),
      column('Run it', {
        'Self-hosted': '/self-hosted/',
        'Administrator guides': '/admin-guides/',
        Troubleshooting: '/self-hosted/troubleshooting',
      }),
      column('Build on it', {
        'HTTP API': '/developers/openapi/',
        Agent: '/developers/agent/installing',
        Development: '/developers/development',
      }),
    ],
    copyright: 'Sshore is free software under the Apache License 2.0.',
  },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
}

const config: Config = {
  title: 'Sshore',
  tagline: 'Reach Linux machines that you cannot connect to',
  favicon: 'img/mark.svg',
  url: settings.url,
  baseUrl: settings.baseUrl,
  // The load guard says it in the words of the specification, and in every language.
  baseUrlIssueBanner: false,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onDuplicateRoutes: 'throw',
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  i18n: {
    defaultLocale: 'en',
    locales: ['en', 'pt-BR'],
    localeConfigs: { en: { label: 'English' }, 'pt-BR': { label: 'Português (Brasil)' } },
  },
  future: { v4: true, faster: true },
  // Keys in the browser's storage are exactly those that the specification names.
  storage: { namespace: false },
  customFields: { search: { ...settings.search }, pageViewsUrl: settings.pageViewsUrl },
  clientModules: ['announcement.ts', 'image-zoom.ts', 'page-views.ts'].map((name) => `./src/client/${name}`),
  plugins: [
    apiPages,
    codeBlocks,
    [
      '@docusaurus/plugin-content-docs',
      {
        routeBasePath: '/',
        sidebarPath: './sidebars.ts',
        breadcrumbs: true,
        beforeDefaultRehypePlugins: [rehypeCode],
        lastVersion: 'current',
        versions: { current: { label: 'Next', badge: false } },
      } satisfies Docs.Options,
    ],
    ['@docusaurus/plugin-sitemap', { ignorePatterns: ['**/search'] }],
    '@docusaurus/plugin-css-cascade-layers',
    loadGuard,
    siteChecks,
  ],
  themes: [
    ['@docusaurus/theme-classic', { customCss: './src/css/site.css' }],
    // After the classic theme, whose search bar is empty and would win.
    docsSearch,
  ],
  themeConfig,
}

export default config

import { describe, expect, it } from 'vitest'
import { pages, routeOf, routes } from './routes.ts'
import { siteSettings } from './settings.ts'

const search = { SSHORE_DOCS_SEARCH: 'service', SSHORE_DOCS_SEARCH_APP_ID: 'a', SSHORE_DOCS_SEARCH_API_KEY: 'b' }

describe('what is chosen at the build', () => {
  it('is a site at the root that asks nobody, unless something else is said', () => {
    expect(siteSettings({}, 'en')).toMatchObject({
      baseUrl: '/',
      pageViewsUrl: '',
      search: { mode: 'embedded', indexName: 'sshore', remembers: true },
      announcement: { id: 'early' },
    })
    expect(siteSettings({}, 'pt-BR').announcement?.content).toMatch(/jovem/)
    expect(siteSettings({ SSHORE_DOCS_ANNOUNCEMENT: '' }, 'en').announcement).toBeUndefined()
  })

  it('can be all of it', () => {
    const chosen = {
      SSHORE_DOCS_URL: 'https://docs.example.com',
      SSHORE_DOCS_BASE_URL: '/manual/',
      SSHORE_DOCS_PAGE_VIEWS_URL: 'https://views.example.com/seen',
      SSHORE_DOCS_ANNOUNCEMENT: 'News',
      SSHORE_DOCS_ANNOUNCEMENT_ID: 'news-2',
      SSHORE_DOCS_SEARCH_INDEX: 'ours',
      SSHORE_DOCS_SEARCH_REMEMBERS: 'off',
    }
    expect(siteSettings(chosen, 'en')).toEqual({
      url: 'https://docs.example.com',
      baseUrl: '/manual/',
      pageViewsUrl: 'https://views.example.com/seen',
      announcement: { id: 'news-2', content: 'News' },
      search: { mode: 'embedded', indexName: 'ours', remembers: false },
    })
  })

  it('names hosts of a search service', () => {
    const hosts = 'https://one.example.com, http://two.example.com:8090'
    expect(siteSettings({ ...search, SSHORE_DOCS_SEARCH_HOSTS: hosts }, 'en').search).toMatchObject({
      hosts: ['https://one.example.com', 'http://two.example.com:8090'],
    })
  })

  it.each([
    [{ SSHORE_DOCS_BASE_URL: 'docs' }, 'SSHORE_DOCS_BASE_URL'],
    [{ SSHORE_DOCS_URL: 'docs.example.com' }, 'SSHORE_DOCS_URL'],
    [{ SSHORE_DOCS_PAGE_VIEWS_URL: 'javascript:alert(1)' }, 'SSHORE_DOCS_PAGE_VIEWS_URL'],
    [{ SSHORE_DOCS_SEARCH: 'hosted' }, '`appId` is missing'],
    [{ SSHORE_DOCS_SEARCH: 'hosted', SSHORE_DOCS_SEARCH_APP_ID: 'a' }, '`apiKey` is missing'],
    [{ ...search, SSHORE_DOCS_SEARCH: 'magic' }, 'embedded, service and hosted'],
    [search, 'has no host'],
    [{ ...search, SSHORE_DOCS_SEARCH_HOSTS: 'one.example.com' }, 'SSHORE_DOCS_SEARCH_HOSTS'],
  ])('is refused by name: %j', (environment, message) => {
    expect(() => siteSettings(environment, 'en')).toThrow(message)
  })
})

describe('the addresses', () => {
  it('are 64 pages and the search', () => {
    expect(new Set(routes).size).toBe(65)
    expect(pages).toHaveLength(64)
  })

  it.each([
    ['introduction', '/'],
    ['user-guides/index', '/user-guides/'],
    ['user-guides/devices/tagging devices', '/user-guides/devices/tagging devices'],
    ['overview/faq', '/overview/faq'],
  ])('of %s is %s', (page, route) => {
    expect(routeOf(page)).toBe(route)
  })
})

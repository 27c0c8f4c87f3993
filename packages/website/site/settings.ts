// What can be chosen when the site is built, from the environment of `npm run docs:build`.
import { type SearchSettings, searchSettings } from './search-settings.ts'

export interface SiteSettings {
  /** Where the site will be reached: for canonical addresses and social cards. */
  readonly url: string
  /** Path below which it answers, with slashes at both ends. */
  readonly baseUrl: string
  readonly search: SearchSettings
  /** Told of each page that is seen; empty: nobody is. */
  readonly pageViewsUrl: string
  readonly announcement: Announcement | undefined
}

export interface Announcement {
  readonly id: string
  readonly content: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** By language: the framework translates all texts of the frame but this one. */
const ownAnnouncements: Readonly<Record<string, string>> = {
  en: 'Sshore is young: version 0.1. What these pages describe works and is tested; interfaces may change until 1.0.',
  'pt-BR':
    'O Sshore é jovem: versão 0.1. O que estas páginas descrevem funciona e é testado; interfaces podem mudar até a 1.0.',
}

function announcementOf(environment: Environment, locale: string): Announcement | undefined {
  const content = environment['SSHORE_DOCS_ANNOUNCEMENT']
  if (content === undefined) return { id: 'early', content: ownAnnouncements[locale] ?? '' }
  if (content === '') return undefined
  return { id: environment['SSHORE_DOCS_ANNOUNCEMENT_ID'] || content.slice(0, 40), content }
}

function baseUrlOf(given: string): string {
  if (/^\/(.*\/)?$/.test(given)) return given
  throw new Error(`SSHORE_DOCS_BASE_URL is ${JSON.stringify(given)}; it begins and ends with a slash, like "/docs/".`)
}

function webAddress(name: string, given: string): string {
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given
  throw new Error(`${name} is ${JSON.stringify(given)}; it takes an address like "https://docs.example.com".`)
}

/** Fails with the name of the variable that is wrong. */
export function siteSettings(environment: Environment, locale: string): SiteSettings {
  const pageViewsUrl = environment['SSHORE_DOCS_PAGE_VIEWS_URL'] ?? ''
  return {
    url: webAddress('SSHORE_DOCS_URL', environment['SSHORE_DOCS_URL'] || 'https://docs.sshore.example'),
    baseUrl: baseUrlOf(environment['SSHORE_DOCS_BASE_URL'] || '/'),
    search: searchSettings(environment),
    pageViewsUrl: pageViewsUrl === '' ? '' : webAddress('SSHORE_DOCS_PAGE_VIEWS_URL', pageViewsUrl),
    announcement: announcementOf(environment, locale),
  }
}

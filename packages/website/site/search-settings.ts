// Who answers searches: the site itself, our own service, or a hosted provider.

/** Answered in the browser from a file that is made with the site; no request leaves. */
interface Embedded {
  readonly mode: 'embedded'
}

/** `sshore docs-search` on one or several hosts, tried in this order. */
interface Service {
  readonly mode: 'service'
  readonly hosts: readonly string[]
  readonly appId: string
  readonly apiKey: string
}

/** A provider that speaks the same protocol at addresses made from the application id. */
interface Hosted {
  readonly mode: 'hosted'
  readonly appId: string
  readonly apiKey: string
}

export type SearchSettings = (Embedded | Service | Hosted) & {
  readonly indexName: string
  /** Whether what was searched is remembered in the browser. */
  readonly remembers: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const words = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((word) => word !== '')

function hostOf(text: string): string {
  const host = URL.canParse(text) ? new URL(text) : undefined
  if (host && /^https?:$/.test(host.protocol) && host.pathname === '/') return host.origin
  throw new Error(
    `SSHORE_DOCS_SEARCH_HOSTS names ${JSON.stringify(text)}; a host is like "https://search.example.com".`,
  )
}

/** Fails when a mode is unknown or a credential that it needs is missing. */
export function searchSettings(environment: Environment): SearchSettings {
  const mode = environment['SSHORE_DOCS_SEARCH'] || 'embedded'
  const indexName = environment['SSHORE_DOCS_SEARCH_INDEX'] || 'sshore'
  const remembers = environment['SSHORE_DOCS_SEARCH_REMEMBERS'] !== 'off'
  if (mode === 'embedded') return { mode, indexName, remembers }
  const appId = environment['SSHORE_DOCS_SEARCH_APP_ID'] ?? ''
  const apiKey = environment['SSHORE_DOCS_SEARCH_API_KEY'] ?? ''
  if (appId === '') throw new Error('`appId` is missing: set SSHORE_DOCS_SEARCH_APP_ID.')
  if (apiKey === '') throw new Error('`apiKey` is missing: set SSHORE_DOCS_SEARCH_API_KEY.')
  if (mode === 'hosted') return { mode, appId, apiKey, indexName, remembers }
  if (mode !== 'service') {
    throw new Error(`SSHORE_DOCS_SEARCH is ${JSON.stringify(mode)}; there are embedded, service and hosted.`)
  }
  const hosts = words(environment['SSHORE_DOCS_SEARCH_HOSTS']).map(hostOf)
  if (hosts.length === 0) throw new Error('The search service has no host: set SSHORE_DOCS_SEARCH_HOSTS.')
  return { mode, hosts, appId, apiKey, indexName, remembers }
}

import { useCallback } from 'react'
import { usePluginData } from '@docusaurus/useGlobalData'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { useDocsContextualSearchTags } from '@docusaurus/plugin-content-docs/client'
import type { LiteClient } from 'algoliasearch/lite'
import type { SearchSettings } from '../../site/search-settings.ts'
import { createSearchClient } from './client.ts'
import { createEmbeddedRequester, engineFetcher } from './embedded.ts'

/** One for each site, so that what is known of dead hosts and what was fetched outlives a window that is closed. */
const clients = new Map<string, LiteClient>()

export const useSearchSettings = (): SearchSettings => usePluginData('docs-search') as SearchSettings

/** The client is made at the first call, which is in a browser. */
export function useSearchClient(): () => LiteClient {
  const settings = useSearchSettings()
  const { siteConfig } = useDocusaurusContext()
  const { baseUrl } = siteConfig
  return useCallback(() => {
    const known = clients.get(baseUrl)
    if (known) return known
    const embedded = createEmbeddedRequester({ indexName: settings.indexName, openEngine: engineFetcher(baseUrl) })
    const client = createSearchClient(settings, { now: () => Date.now(), embedded })
    clients.set(baseUrl, client)
    return client
  }, [baseUrl, settings])
}

/** Language and version that are being read: both have to hold. Below the layout alone. */
export function useFacetFilters(): (string | string[])[] {
  const { i18n } = useDocusaurusContext()
  const tags = useDocsContextualSearchTags()
  return [`language:${i18n.currentLocale}`, tags.map((tag) => `docusaurus_tag:${tag}`)]
}

// What the search says. Read when it is shown: the language is known then.
import { translate } from '@docusaurus/Translate'

export const searchTexts = () => ({
  button: translate({ id: 'shore.search.button', message: 'Search' }),
  label: translate({ id: 'shore.search.label', message: 'Search the documentation' }),
  placeholder: translate({ id: 'shore.search.placeholder', message: 'Search the documentation' }),
  clear: translate({ id: 'shore.search.clear', message: 'Clear the query' }),
  close: translate({ id: 'shore.search.close', message: 'Close' }),
  recent: translate({ id: 'shore.search.recent', message: 'Recent' }),
  favorite: translate({ id: 'shore.search.favorite', message: 'Favorite' }),
  noRecent: translate({ id: 'shore.search.noRecent', message: 'No recent searches' }),
  save: translate({ id: 'shore.search.save', message: 'Save this search' }),
  remove: translate({ id: 'shore.search.remove', message: 'Remove this search' }),
  failed: translate({ id: 'shore.search.failed', message: 'Unable to fetch results' }),
  failedHelp: translate({
    id: 'shore.search.failedHelp',
    message: 'You might want to check your network connection.',
  }),
  failedHosts: translate({
    id: 'shore.search.failedHosts',
    message: 'No search host could be reached; the application id may be incorrect.',
  }),
  noResults: translate({ id: 'shore.search.noResults', message: 'No results for' }),
  tryFor: translate({ id: 'shore.search.tryFor', message: 'Try searching for' }),
  believe: translate({
    id: 'shore.search.believe',
    message: 'Believe this query should return results?',
  }),
  letUsKnow: translate({ id: 'shore.search.letUsKnow', message: 'Let us know.' }),
  results: translate({ id: 'shore.search.results', message: 'Results' }),
  searching: translate({ id: 'shore.search.searching', message: 'Searching…' }),
  toSelect: translate({ id: 'shore.search.toSelect', message: 'to open' }),
  toNavigate: translate({ id: 'shore.search.toNavigate', message: 'to move' }),
  toClose: translate({ id: 'shore.search.toClose', message: 'to close' }),
  seeAll: (count: number) =>
    translate({ id: 'shore.search.seeAll', message: 'See all {count} results' }, { count: String(count) }),
  pageTitle: translate({ id: 'shore.search.pageTitle', message: 'Search the documentation' }),
  pageTitleFor: (query: string) =>
    translate({ id: 'shore.search.pageTitleFor', message: 'Search results for "{query}"' }, { query }),
  pageHint: translate({ id: 'shore.search.pageHint', message: 'Type what you are looking for.' }),
  found: (count: number) =>
    count === 1
      ? translate({ id: 'shore.search.foundOne', message: 'One result' })
      : translate({ id: 'shore.search.found', message: '{count} results' }, { count: String(count) }),
  more: translate({ id: 'shore.search.more', message: 'Show more results' }),
})

export type SearchTexts = ReturnType<typeof searchTexts>

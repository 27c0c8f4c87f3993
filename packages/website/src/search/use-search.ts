// The course of a search while somebody types: idle, loading, stalled, error.
import { useEffect, useRef, useState } from 'react'
import { stallMilliseconds } from '../../../docs-search/src/site-constants.ts'
import { type Answer, ask, type Question } from './ask.ts'
import { useFacetFilters, useSearchClient, useSearchSettings } from './use-search-client.ts'

export type SearchStatus = 'idle' | 'loading' | 'stalled' | 'error'

export interface Search {
  /** What was asked for. */
  readonly query: string
  readonly status: SearchStatus
  /** Of the last query that was answered, while the next one is under way; undefined for an empty query. */
  readonly answer: Answer | undefined
  /** What went wrong, as the client says it. */
  readonly problem: string
}

const idle: Search = { query: '', status: 'idle', answer: undefined, problem: '' }

/** Runs `query` and, for the page of results, its first `pages` pages. */
export function useSearch(query: string, pages = 1): Search {
  const clientOf = useSearchClient()
  const { indexName } = useSearchSettings()
  const facetFilters = useFacetFilters()
  const facets = JSON.stringify(facetFilters)
  const [search, setSearch] = useState<Search>(idle)
  const newest = useRef(0)

  useEffect(() => {
    newest.current += 1
    const own = newest.current
    const isNewest = (): boolean => own === newest.current
    if (query.trim() === '') {
      setSearch(idle)
      return undefined
    }
    setSearch(({ answer }) => ({ query, status: 'loading', answer, problem: '' }))
    const stall = setTimeout(() => {
      if (isNewest()) setSearch((before) => ({ ...before, status: 'stalled' }))
    }, stallMilliseconds)
    const question: Question = { query, indexName, facetFilters: JSON.parse(facets) as string[], width: innerWidth }
    Promise.all(Array.from({ length: pages }, async (_, page) => ask(clientOf(), { ...question, page })))
      .then((answers) => {
        const [first] = answers
        if (!isNewest() || !first) return
        setSearch({
          query,
          status: 'idle',
          answer: { ...first, hits: answers.flatMap(({ hits }) => hits) },
          problem: '',
        })
      })
      .catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        if (isNewest()) setSearch({ query, status: 'error', answer: undefined, problem })
      })
      .finally(() => clearTimeout(stall))
    return () => clearTimeout(stall)
  }, [clientOf, facets, indexName, pages, query])

  // Until the effect has run, what is there is of the query before.
  return search.query === query || query.trim() === '' ? search : { ...search, status: 'loading' }
}

// One query to the search, and what comes back.
import type { LiteClient } from 'algoliasearch/lite'
import { levels } from '../../../docs-search/src/records.ts'
import { hitsPerPage, queryCharsMost, snippetWords } from '../../../docs-search/src/site-constants.ts'
import type { SearchHit } from './hit.ts'
import { marks } from './marked-parts.ts'

export interface Question {
  readonly query: string
  readonly indexName: string
  /** Language and version, as the framework's contextual search names them. */
  readonly facetFilters: readonly (string | readonly string[])[]
  /** Width of the window in pixels. */
  readonly width: number
  readonly page?: number
}

export interface Answer {
  readonly hits: readonly SearchHit[]
  /** In all pages together. */
  readonly count: number
  readonly pages: number
  readonly queryID: string
}

export const cutQuery = (text: string): string => text.slice(0, queryCharsMost)

export function requestOf({ query, indexName, facetFilters, width, page = 0 }: Question) {
  const words = width <= snippetWords.narrowAtMostPixels ? snippetWords.narrow : snippetWords.wide
  return {
    query: cutQuery(query),
    indexName,
    attributesToRetrieve: [...levels.map((level) => `hierarchy.${level}`), 'content', 'type', 'url'],
    attributesToSnippet: [...levels.slice(1).map((level) => `hierarchy.${level}:${words}`), `content:${words}`],
    snippetEllipsisText: '…',
    highlightPreTag: marks.pre,
    highlightPostTag: marks.post,
    hitsPerPage,
    page,
    clickAnalytics: false,
    facetFilters: facetFilters.map((each) => (typeof each === 'string' ? each : [...each])),
  }
}

/** Fails when no host answers. */
export async function ask(client: LiteClient, question: Question): Promise<Answer> {
  const { results } = await client.search<SearchHit>({ requests: [requestOf(question)] })
  const [result] = results
  if (!result || !('hits' in result)) return { hits: [], count: 0, pages: 0, queryID: '' }
  return {
    hits: result.hits,
    count: result.nbHits ?? result.hits.length,
    pages: result.nbPages ?? 1,
    queryID: result.queryID ?? '',
  }
}

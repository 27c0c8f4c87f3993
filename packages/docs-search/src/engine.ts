// Answers the protocol's calls from indexes: in the browser, and in `sshore docs-search`.
import type { IndexFile } from './index-file.ts'
import { highlighted, type Marks, snippet } from './marked-text.ts'
import {
  type Hit,
  parseQueries,
  parseRecommendations,
  ProtocolRefusal,
  type QueryAnswer,
  type SearchQuery,
} from './protocol.ts'
import { createRanking, type Found, type Ranking } from './ranking.ts'
import { levels, recordsOf, type SearchRecord } from './records.ts'

interface Corpus {
  readonly language: string
  readonly tag: string
  readonly records: readonly SearchRecord[]
  readonly ranking: Ranking
}

export interface SearchEngine {
  /** Body of POST /1/indexes/*\/queries to its answer. Fails with a ProtocolRefusal. */
  queries(body: unknown): { readonly results: readonly QueryAnswer[] }
  /** Body of POST /1/indexes/*\/recommendations: pages that are about the same. */
  recommendations(body: unknown): { readonly results: readonly { readonly hits: readonly Hit[] }[] }
}

export interface EngineOptions {
  readonly indexName: string
  /** Milliseconds, for what the answer says it took. */
  readonly now: () => number
}

function facetHolds(facet: string, { language, tag }: Corpus): boolean {
  const colon = facet.indexOf(':')
  const [name, value] = [facet.slice(0, colon), facet.slice(colon + 1)]
  if (name === 'language') return value === language
  // Pages of no version (there are none here) carry the tag "default".
  if (name === 'docusaurus_tag') return value === tag
  return false
}

function marksOf(found: Found, { pre, post, snippetWords, ellipsis }: SearchQuery): Hit {
  const { record, terms } = found
  const marks: Marks = { pre, post }
  const { objectID, url, type, hierarchy, content } = record
  const titles = levels.flatMap((level) => {
    const title = hierarchy[level]
    return title === null ? [] : [[level, highlighted(title, terms, marks)] as const]
  })
  const inContent = content === null ? {} : { content: highlighted(content, terms, marks) }
  const cut = content === null ? {} : { content: snippet(content, terms, { ...marks, words: snippetWords, ellipsis }) }
  return {
    objectID,
    url,
    type,
    hierarchy,
    content,
    _highlightResult: { hierarchy: Object.fromEntries(titles), ...inContent },
    _snippetResult: cut,
  }
}

const alwaysTold = new Set(['objectID', '_highlightResult', '_snippetResult'])

/** What was asked for of a hit; `hierarchy.lvl1` asks for the hierarchy. */
function retrieved(hit: Hit, attributes: readonly string[]): Hit {
  if (attributes.includes('*')) return hit
  const wanted = new Set(attributes.map((name) => name.split('.', 1)[0]))
  const kept = Object.entries(hit).filter(([name]) => alwaysTold.has(name) || wanted.has(name))
  return Object.fromEntries(kept) as unknown as Hit
}

export function createEngine(files: readonly IndexFile[], { indexName, now }: EngineOptions): SearchEngine {
  const corpora = files.map((file): Corpus => {
    const records = recordsOf(file)
    return { language: file.language, tag: file.tag, records, ranking: createRanking(records) }
  })
  let asked = 0

  const named = (name: string): void => {
    if (name !== indexName) throw new ProtocolRefusal(404, `Index ${name} does not exist`)
  }

  function answer(query: SearchQuery): QueryAnswer {
    named(query.indexName)
    const started = now()
    const asking = corpora.filter((corpus) =>
      query.facets.every((any) => any.some((facet) => facetHolds(facet, corpus))),
    )
    const found = asking.flatMap(({ ranking }) => ranking.find(query.query))
    const { page, hitsPerPage } = query
    const shown = found.slice(page * hitsPerPage, (page + 1) * hitsPerPage)
    asked += 1
    return {
      hits: shown.map((each) => retrieved(marksOf(each, query), query.attributes)),
      nbHits: found.length,
      nbPages: Math.ceil(found.length / hitsPerPage),
      page,
      hitsPerPage,
      query: query.query,
      index: indexName,
      queryID: asked.toString(16).padStart(32, '0'),
      processingTimeMS: Math.round(now() - started),
      exhaustiveNbHits: true,
    }
  }

  return {
    queries: (body) => ({ results: parseQueries(body).map(answer) }),
    recommendations: (body) => ({
      results: parseRecommendations(body).map(({ indexName: name, objectID, most }) => {
        named(name)
        for (const { records, ranking } of corpora) {
          const record = records.find((each) => each.objectID === objectID)
          if (!record) continue
          const own = record.url.split('#', 1)[0]
          const others = ranking
            .find(record.hierarchy.lvl0 ?? '')
            .filter((each) => each.record.type === 'lvl1' && each.record.url !== own)
          const [query] = parseQueries({ requests: [{ indexName: name }] })
          return { hits: query ? others.slice(0, most).map((each) => marksOf(each, query)) : [] }
        }
        return { hits: [] }
      }),
    }),
  }
}

// Which records answer a query, best first.
import MiniSearch from 'minisearch'
import type { SearchRecord } from './records.ts'
import { queryWords, splitWords, termOf } from './words.ts'

export interface Found {
  readonly record: SearchRecord
  /** Terms of the index that matched. */
  readonly terms: ReadonlySet<string>
}

export interface Ranking {
  /** One of each address. An empty query finds nothing. */
  find(query: string): readonly Found[]
}

const boost = { title: 6, heading: 4, content: 1.4, path: 1, keywords: 3 }
/** Edits allowed in a word, by its length. */
const edits = (term: string): number => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0)
/** A page counts more than one of its headings, and that more than what stands below it. */
const pageFactor = 1.8
const headingFactors = [1, pageFactor, 1.5, 1.35, 1.25, 1.2, 1.2]

const pathWords = (url: string): string => splitWords(url.split('#', 1)[0] ?? '').join(' ')
const ownHeading = ({ hierarchy, level }: SearchRecord): string =>
  [hierarchy.lvl2, hierarchy.lvl3, hierarchy.lvl4].slice(0, Math.max(0, level - 1)).join(' ')

export function createRanking(records: readonly SearchRecord[]): Ranking {
  const engine = new MiniSearch<{ id: number }>({
    fields: Object.keys(boost),
    tokenize: splitWords,
    processTerm: termOf,
  })
  engine.addAll(
    records.map((record, id) => ({
      id,
      title: record.hierarchy.lvl0 ?? '',
      heading: ownHeading(record),
      content: record.content ?? '',
      path: record.type === 'lvl1' ? pathWords(record.url) : '',
      keywords: record.keywords,
    })),
  )
  const factorOf = (record: SearchRecord): number =>
    record.type === 'content' ? 1 : (headingFactors[record.level] ?? 1)
  const ask = (words: readonly string[], combineWith: 'AND' | 'OR') =>
    engine.search(words.join(' '), {
      combineWith,
      boost,
      prefix: (_, index) => index === words.length - 1,
      fuzzy: (term) => edits(term),
      weights: { fuzzy: 0.3, prefix: 0.6 },
      boostDocument: (id: unknown) => {
        const record = records[Number(id)]
        return record ? factorOf(record) : 1
      },
    })
  return {
    find(query) {
      const words = queryWords(query)
      if (words.length === 0) return []
      const all = ask(words, 'AND')
      const results = all.length > 0 || words.length === 1 ? all : ask(words, 'OR')
      const seen = new Set<string>()
      return results.flatMap(({ id, terms }): Found[] => {
        const record = records[Number(id)]
        if (!record || seen.has(record.url)) return []
        seen.add(record.url)
        return [{ record, terms: new Set(terms) }]
      })
    },
  }
}

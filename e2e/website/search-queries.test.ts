import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, parseIndexFile } from '@sshore/docs-search'
import { describe, expect, it } from 'vitest'
import { type ExpectedResult, misspelt, queries } from './search-queries.ts'
import { siteFolder } from './with-site.ts'

const file = parseIndexFile(readFileSync(join(siteFolder, 'search-index/docs-default-current.json'), 'utf8'))
const engine = createEngine([file], { indexName: 'sshore', now: () => performance.now() })

/** Pages in the order of their best hit, as the groups of the search window are. */
function pagesFor(query: string): string[] {
  const [answer] = engine.queries({ requests: [{ indexName: 'sshore', query, hitsPerPage: 20 }] }).results
  return [...new Set(answer!.hits.map(({ url }) => url.split('#', 1)[0]!))]
}

const missed = (list: readonly ExpectedResult[]): string[] =>
  list
    .filter(({ query, page }) => !pagesFor(query).slice(0, 3).includes(page))
    .map(({ query, page }) => `${query}: wanted ${page}, got ${pagesFor(query).slice(0, 3).join(', ')}`)

describe('what readers type', () => {
  it('is forty queries, and eight that are misspelt', () => {
    expect(queries).toHaveLength(40)
    expect(misspelt).toHaveLength(8)
  })

  it('finds the page among the first three for at least 38 of 40', () => {
    const misses = missed(queries)
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(2)
  })

  it('finds the page among the first three for misspelt words too', () => {
    expect(missed(misspelt)).toEqual([])
  })

  it('is answered within 10 ms of work a key', () => {
    const keys = queries.flatMap(({ query }) => Array.from(query, (_, at) => query.slice(0, at + 1)))
    for (const key of keys.slice(0, 50)) pagesFor(key)
    // Of this process alone: what else a machine does at the time says nothing about the search.
    const before = process.cpuUsage()
    for (const key of keys) pagesFor(key)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000 / keys.length).toBeLessThan(10)
  })
})

import { describe, expect, it } from 'vitest'
import { createEngine } from './engine.ts'
import { type IndexFile, indexFileFormat, parseIndexFile } from './index-file.ts'
import { ProtocolRefusal } from './protocol.ts'

const page = (
  url: string,
  title: string,
  blocks: readonly string[],
  more: IndexFile['pages'][number]['sections'] = [],
) => ({
  url,
  title,
  keywords: '',
  sections: [{ anchor: '', level: 1, title, blocks }, ...more],
})

const file: IndexFile = {
  format: indexFileFormat,
  language: 'en',
  tag: 'docs-default-current',
  pages: [
    page(
      '/firewall',
      'Firewall rules',
      ['Rules decide who may connect to which device.'],
      [{ anchor: 'priority', level: 2, title: 'Priority', blocks: ['The lowest number that matches decides.'] }],
    ),
    page('/sessions', 'Sessions', [
      'Session recording keeps what was on the terminal. One two three four five six seven eight.',
    ]),
    page('/hostile', 'A <b>title</b>', ['<img src=x onerror=alert(1)> is only text & nothing else']),
  ],
}
const portuguese: IndexFile = {
  ...file,
  language: 'pt-BR',
  pages: [page('/pt-BR/firewall', 'Regras de firewall', ['As regras decidem quem pode se conectar à câmera.'])],
}

const engine = createEngine([file, portuguese], { indexName: 'docs', now: () => 0 })
const english = ['language:en']

function ask(query: string, more: Readonly<Record<string, unknown>> = {}) {
  const request = { indexName: 'docs', query, facetFilters: english, ...more }
  const [answer] = engine.queries({ requests: [request] }).results
  return answer!
}
const urls = (query: string, more = {}) => ask(query, more).hits.map(({ url }) => url)

describe('the engine', () => {
  it('puts the page before its headings, and those before text', () => {
    expect(urls('firewall')).toEqual(['/firewall', '/firewall#priority'])
    expect(urls('rules')[0]).toBe('/firewall')
  })

  it.each([
    ['sesion', '/sessions'],
    ['recrding', '/sessions'],
    ['FIREWALLS', '/firewall'],
    ['how do I use the priority', '/firewall#priority'],
    ['termin', '/sessions'],
  ])('finds what was meant by "%s"', (query, url) => {
    expect(urls(query)).toContain(url)
  })

  it('finds words of which only some are on a page, when no page has all of them', () => {
    expect(urls('firewall zebra')).toContain('/firewall')
    expect(urls('zebra')).toEqual([])
  })

  it('finds nothing for an empty query', () => {
    expect(ask('')).toMatchObject({ hits: [], nbHits: 0, nbPages: 0 })
    expect(ask('  ?! ')).toMatchObject({ nbHits: 0 })
  })

  it('ignores accents, and answers in the language that was asked for', () => {
    expect(urls('camera', { facetFilters: ['language:pt-BR'] })).toEqual(['/pt-BR/firewall'])
    expect(urls('camera')).toEqual([])
    expect(urls('firewall', { facetFilters: [['language:pt-BR'], ['docusaurus_tag:docs-default-0.1']] })).toEqual([])
    expect(
      urls('regras', {
        facetFilters: ['language:pt-BR', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
      }),
    ).toHaveLength(1)
  })

  it('escapes what is not a mark of its own', () => {
    const [hit] = ask('img title', { highlightPreTag: '<mark>', highlightPostTag: '</mark>' }).hits
    expect(hit!._highlightResult.hierarchy.lvl0!.value).toBe('A &lt;b&gt;<mark>title</mark>&lt;/b&gt;')
    const text = JSON.stringify(
      ask('onerror', { highlightPreTag: '<mark>', highlightPostTag: '</mark>' }).hits[0]!._snippetResult,
    )
    expect(text).toContain('&lt;img')
    expect(text).toContain('<mark>onerror</mark>')
  })

  it('cuts snippets to the words that were asked for', () => {
    const [five] = ask('terminal', { attributesToSnippet: ['content:5'] }).hits
    expect(five!._snippetResult.content!.value).toBe('…the <em>terminal</em>. One two three…')
    const [ten] = ask('terminal', { attributesToSnippet: ['content:10'], snippetEllipsisText: '...' }).hits
    expect(ten!._snippetResult.content!.value.match(/[A-Za-z]+/g)!.filter((word) => word !== 'em')).toHaveLength(10)
  })

  it('pages through what it found', () => {
    expect(ask('firewall', { hitsPerPage: 1, page: 1 })).toMatchObject({ nbHits: 2, nbPages: 2, page: 1 })
    expect(urls('firewall', { hitsPerPage: 1, page: 1 })).toEqual(['/firewall#priority'])
    expect(urls('firewall', { hitsPerPage: 1, page: 2 })).toEqual([])
  })

  it('gives only the attributes that were asked for', () => {
    const [hit] = ask('firewall', { attributesToRetrieve: ['hierarchy.lvl0', 'url'] }).hits
    expect(Object.keys(hit!).toSorted()).toEqual(['_highlightResult', '_snippetResult', 'hierarchy', 'objectID', 'url'])
  })

  it('recommends pages about the same', () => {
    const request = { indexName: 'docs', objectID: '/sessions', model: 'related-products' }
    expect(engine.recommendations({ requests: [request] }).results).toEqual([{ hits: [] }])
    const unknown = { indexName: 'docs', objectID: '/nowhere' }
    expect(engine.recommendations({ requests: [unknown] }).results).toEqual([{ hits: [] }])
  })

  it.each([
    [{}, 400, /list "requests"/],
    [{ requests: ['x'] }, 400, /objects/],
    [{ requests: [{ indexName: 'docs', query: 'x'.repeat(513) }] }, 400, /at most 512/],
    [{ requests: [{ indexName: 'docs', query: 'x', page: -1 }] }, 400, /page/],
    [{ requests: [{ indexName: 'docs', query: 7 }] }, 400, /query/],
    [{ requests: Array.from({ length: 51 }, () => ({ indexName: 'docs' })) }, 400, /Too many/],
    [{ requests: [{ indexName: 'other', query: 'x' }] }, 404, /other does not exist/],
  ])('refuses what is malformed: %#', (body, status, message) => {
    const refusal = ((): unknown => {
      try {
        return engine.queries(body)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(ProtocolRefusal)
    expect(refusal).toMatchObject({ status, message: expect.stringMatching(message) })
  })
})

it('reads an index again, and refuses what is none', () => {
  expect(parseIndexFile(JSON.stringify(file))).toEqual(file)
  expect(() => parseIndexFile('{"format":99}')).toThrow(/build the site anew/)
})

// From built pages to what the search finds.
import type { CheerioAPI } from 'cheerio'
import { type IndexedPage, type IndexFile, indexFileFormat, type Section } from '../../../docs-search/src/index-file.ts'
import type { BuiltPage } from '../built-pages.ts'

/** What is found as one piece. Rows, not cells: a row of a table says one thing. */
const pieces = 'h1, h2, h3, h4, p, li, tr, pre, dt, dd'
const withinPieces = 'li p, td p, dd p, li li, tr li'
/** Longer code than this is not looked for by its last words. */
const blockChars = 600

const textOf = ($: CheerioAPI, element: Parameters<CheerioAPI>[0]): string =>
  $(element)
    .text()
    .replaceAll(/[\u200b\s]+/g, ' ')
    .trim()

interface OpenSection {
  readonly anchor: string
  readonly level: number
  readonly title: string
  readonly blocks: string[]
}

/** Sections of one page; undefined when it is no page of text. */
export function indexedPage({ $, path }: BuiltPage): IndexedPage | undefined {
  const article = $('article .theme-doc-markdown').first()
  const title = textOf($, article.find('h1').first())
  if (article.length === 0 || title === '') return undefined
  article
    .find('.hash-link, button, .visually-hidden, [data-search-ignore], .theme-admonition [class*=admonitionHeading]')
    .remove()
  const sections: OpenSection[] = [{ anchor: '', level: 1, title, blocks: [] }]
  article.find(pieces).each((_, element) => {
    const level = Number(/^h(\d)$/.exec(element.tagName)?.[1] ?? 0)
    if (level === 1) return
    if (level > 1) {
      sections.push({ anchor: $(element).attr('id') ?? '', level, title: textOf($, element), blocks: [] })
      return
    }
    if ($(element).is(withinPieces) || $(element).closest('[data-headings-only]').length > 0) return
    const text = textOf($, element).slice(0, blockChars)
    if (text !== '') sections.at(-1)?.blocks.push(text)
  })
  return { url: path, title, keywords: $('meta[name=keywords]').attr('content') ?? '', sections: sections as Section[] }
}

/** One index for each version that has pages. */
export function indexFilesOf(pages: readonly BuiltPage[]): IndexFile[] {
  const files = new Map<string, IndexFile & { readonly pages: IndexedPage[] }>()
  for (const page of pages) {
    const tag = page.$('meta[name="docsearch:docusaurus_tag"]').attr('content') ?? ''
    const language = page.$('meta[name="docsearch:language"]').attr('content') ?? ''
    const indexed = tag.startsWith('docs-') ? indexedPage(page) : undefined
    if (!indexed) continue
    const file = files.get(tag) ?? { format: indexFileFormat, language, tag, pages: [] }
    file.pages.push(indexed)
    files.set(tag, file)
  }
  return [...files.values()]
}

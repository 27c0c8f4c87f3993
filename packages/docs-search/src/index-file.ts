// What the build of the site writes for the search, one file for each language and version: pages as they are read.

export const indexFileFormat = 1

/** Part of a page: what stands below one heading, up to the next. */
export interface Section {
  /** Without `#`; empty for what stands above the first heading. */
  readonly anchor: string
  /** 1 for the page itself, else 2 to 6 as of its heading. */
  readonly level: number
  readonly title: string
  /** Paragraphs, list entries, rows of tables, code: each is found for itself. */
  readonly blocks: readonly string[]
}

export interface IndexedPage {
  /** Path of the page on its site, with the site's base path. */
  readonly url: string
  readonly title: string
  /** Words by which readers look for the page and that it does not hold. */
  readonly keywords: string
  readonly sections: readonly Section[]
}

export interface IndexFile {
  readonly format: typeof indexFileFormat
  readonly language: string
  /** Names the version, as the framework does: `docs-default-current`. */
  readonly tag: string
  readonly pages: readonly IndexedPage[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'

const isSection = (value: unknown): value is Section =>
  isObject(value) &&
  isText(value['anchor']) &&
  isText(value['title']) &&
  Number.isInteger(value['level']) &&
  Array.isArray(value['blocks']) &&
  value['blocks'].every(isText)

const isPage = (value: unknown): value is IndexedPage =>
  isObject(value) &&
  isText(value['url']) &&
  isText(value['title']) &&
  isText(value['keywords']) &&
  Array.isArray(value['sections']) &&
  value['sections'].every(isSection)

const isIndexFile = (value: unknown): value is IndexFile =>
  isObject(value) &&
  value['format'] === indexFileFormat &&
  isText(value['language']) &&
  isText(value['tag']) &&
  Array.isArray(value['pages']) &&
  value['pages'].every(isPage)

/** Fails when the text is not an index that this version reads. */
export function parseIndexFile(text: string): IndexFile {
  const value: unknown = JSON.parse(text)
  if (!isIndexFile(value)) throw new Error('This is no search index of this version; build the site anew.')
  return value
}

import type { IndexedPage, IndexFile, Section } from './index-file.ts'

export const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const
export type Level = (typeof levels)[number]

/** Titles from the page (lvl0 and lvl1) down to the heading; null where there is none. */
type Hierarchy = Readonly<Record<Level, string | null>>

/** What is found: a page, a heading, or a block of text below one (specification section 3, "Documentation search hit"). */
export interface FoundPiece {
  readonly objectID: string
  readonly url: string
  readonly type: Exclude<Level, 'lvl0'> | 'content'
  readonly hierarchy: Hierarchy
  readonly content: string | null
}

/** A piece with what its ranking needs. */
export interface SearchRecord extends FoundPiece {
  /** Of the heading that it is or stands below. */
  readonly level: number
  readonly keywords: string
}

const empty: Hierarchy = { lvl0: null, lvl1: null, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }

/** The titles above and of a section, after those above the one before it. */
function below(before: Hierarchy, { level, title }: Section): Hierarchy {
  const kept = levels.map((name, depth) => [name, depth < level ? before[name] : depth === level ? title : null])
  return Object.fromEntries(kept) as Hierarchy
}

const pathOf = (page: IndexedPage, { anchor }: Section): string => (anchor === '' ? page.url : `${page.url}#${anchor}`)

function recordsOfPage(page: IndexedPage): SearchRecord[] {
  const top: Hierarchy = { ...empty, lvl0: page.title, lvl1: page.title }
  let hierarchy = top
  return page.sections.flatMap((section) => {
    hierarchy = section.level === 1 ? top : below(hierarchy, section)
    const url = pathOf(page, section)
    const shared = { url, hierarchy, level: section.level }
    const type = levels[section.level] as Exclude<Level, 'lvl0'>
    const heading: SearchRecord = { ...shared, objectID: url, type, content: null, keywords: page.keywords }
    const blocks = section.blocks.map((content, index): SearchRecord => ({
      ...shared,
      objectID: `${url}${url.includes('#') ? '' : '#'}:${index}`,
      type: 'content',
      content,
      keywords: '',
    }))
    return [heading, ...blocks]
  })
}

/** All that can be found in an index. */
export const recordsOf = (file: IndexFile): SearchRecord[] => file.pages.flatMap(recordsOfPage)

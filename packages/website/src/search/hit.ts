// What a search finds, as the provider tells it (specification section 3, "Documentation search hit").

import { type FoundPiece, type Level, levels } from '../../../docs-search/src/records.ts'

/** What is kept of a hit in the browser: no marks, no snippets. */
export type StoredHit = FoundPiece

interface Marked {
  readonly value: string
}

export interface SearchHit extends StoredHit {
  readonly _highlightResult?: {
    readonly hierarchy?: Readonly<Partial<Record<Level, Marked>>>
    readonly content?: Marked
  }
  readonly _snippetResult?: { readonly content?: Marked }
}

/** The deepest title of a hit: a heading's own, or the one that its text stands below. */
export function deepestLevel({ hierarchy }: StoredHit): Level {
  return levels.findLast((level) => hierarchy[level]) ?? 'lvl0'
}

export const titleOf = (hit: StoredHit): string => hit.hierarchy[deepestLevel(hit)] ?? hit.url

/** Heading and page of a hit, without what was marked in it for one query. */
export function storedHit({ objectID, url, type, hierarchy, content }: SearchHit): StoredHit {
  if (type !== 'content') return { objectID, url, type, hierarchy, content }
  // Text is remembered by the heading that it stands below: the text alone would not tell what it was about.
  const level = deepestLevel({ objectID, url, type, hierarchy, content })
  return { objectID: url, url, type: level === 'lvl0' ? 'lvl1' : level, hierarchy, content: null }
}

export interface HitGroup {
  readonly title: string
  readonly hits: readonly SearchHit[]
}

/** By the title of the page, in the order of the best hit of each, with at most so many hits. */
export function groupsOf(hits: readonly SearchHit[], most: number): HitGroup[] {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of hits) {
    const title = hit.hierarchy.lvl0 ?? ''
    const group = groups.get(title) ?? []
    if (group.length < most) group.push(hit)
    groups.set(title, group)
  }
  return [...groups].map(([title, own]) => ({ title, hits: own }))
}

/** The path of a hit on this site; another site's address stays as it is. */
export function pathOf(url: string, origin: string): string {
  if (!URL.canParse(url)) return url
  const { origin: own, pathname, search, hash } = new URL(url)
  return own === origin ? `${pathname}${search}${hash}` : url
}

// Recent and favorite searches in the browser's storage: lists of hits, for each index.
import { favoriteSearchesMost, recentSearches } from '../../../docs-search/src/site-constants.ts'
import { storedHit, type SearchHit, type StoredHit } from './hit.ts'

/** What is needed of `localStorage`. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

export interface StoredSearches {
  readonly recent: readonly StoredHit[]
  readonly favorite: readonly StoredHit[]
}

const isStored = (value: unknown): value is StoredHit =>
  typeof value === 'object' &&
  value !== null &&
  'objectID' in value &&
  'url' in value &&
  typeof value.url === 'string' &&
  'hierarchy' in value &&
  typeof value.hierarchy === 'object'

const keysOf = (indexName: string) => ({
  recent: `sshore.docs.recent-searches.${indexName}`,
  favorite: `sshore.docs.favorite-searches.${indexName}`,
})

function read(shelf: Shelf | undefined, key: string): StoredHit[] {
  try {
    const value: unknown = JSON.parse(shelf?.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter(isStored) : []
  } catch {
    // Storage that is forbidden or holds something else holds nothing.
    return []
  }
}

function write(shelf: Shelf | undefined, key: string, hits: readonly StoredHit[]): void {
  try {
    shelf?.setItem(key, JSON.stringify(hits))
  } catch {
    // Full or forbidden: then it is not remembered.
  }
}

const without = (hits: readonly StoredHit[], { objectID }: StoredHit): StoredHit[] =>
  hits.filter((hit) => hit.objectID !== objectID)

const limitOf = (favorite: readonly StoredHit[]): number =>
  favorite.length === 0 ? recentSearches.withoutFavorites : recentSearches.withFavorites

function kept(shelf: Shelf | undefined, indexName: string, { recent, favorite }: StoredSearches): StoredSearches {
  const keys = keysOf(indexName)
  const next = { recent: recent.slice(0, limitOf(favorite)), favorite: favorite.slice(0, favoriteSearchesMost) }
  write(shelf, keys.recent, next.recent)
  write(shelf, keys.favorite, next.favorite)
  return next
}

export interface SearchShelf {
  read(): StoredSearches
  /** A hit was chosen: it becomes the newest recent one, unless it is a favorite already. */
  remember(hit: SearchHit): StoredSearches
  /** A recent one becomes a favorite. */
  promote(hit: StoredHit): StoredSearches
  remove(hit: StoredHit): StoredSearches
}

/** `remembers` false: nothing is read or written. */
export function searchShelf(shelf: Shelf | undefined, indexName: string, remembers: boolean): SearchShelf {
  const keys = keysOf(indexName)
  const used = remembers ? shelf : undefined
  const load = (): StoredSearches => {
    const favorite = read(used, keys.favorite).slice(0, favoriteSearchesMost)
    return { recent: read(used, keys.recent).slice(0, limitOf(favorite)), favorite }
  }
  const save = (next: StoredSearches): StoredSearches => kept(used, indexName, next)
  return {
    read: load,
    remember(hit) {
      const before = load()
      const stored = storedHit(hit)
      if (!remembers || before.favorite.some(({ objectID }) => objectID === stored.objectID)) return before
      return save({ ...before, recent: [stored, ...without(before.recent, stored)] })
    },
    promote(hit) {
      const { recent, favorite } = load()
      return save({ recent: without(recent, hit), favorite: [hit, ...without(favorite, hit)] })
    },
    remove(hit) {
      const { recent, favorite } = load()
      return save({ recent: without(recent, hit), favorite: without(favorite, hit) })
    },
  }
}

import { describe, expect, it } from 'vitest'
import type { SearchHit } from './hit.ts'
import { searchShelf } from './stored-searches.ts'

function memory(): Pick<Storage, 'getItem' | 'setItem'> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

const none = { lvl0: null, lvl1: null, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
const hit = (name: string, type: SearchHit['type'] = 'lvl1'): SearchHit => ({
  objectID: `/${name}${type === 'content' ? '#:3' : ''}`,
  url: `/${name}`,
  type,
  hierarchy: { ...none, lvl0: name, lvl1: name },
  content: type === 'content' ? 'some text' : null,
  _highlightResult: { hierarchy: { lvl0: { value: `<mark>${name}</mark>` } } },
  _snippetResult: {},
})

describe('searches that are kept', () => {
  it('are the newest first, each once, without marks', () => {
    const storage = memory()
    const shelf = searchShelf(storage, 'docs', true)
    for (const name of ['a', 'b', 'a']) shelf.remember(hit(name))
    expect(shelf.read().recent.map(({ url }) => url)).toEqual(['/a', '/b'])
    expect([...storage.kept.values()].join()).not.toMatch(/mark|_highlight|_snippet/)
  })

  it('are seven, and four beside favorites', () => {
    const shelf = searchShelf(memory(), 'docs', true)
    for (const name of 'abcdefghi') shelf.remember(hit(name))
    expect(shelf.read().recent).toHaveLength(7)
    const { recent, favorite } = shelf.promote(shelf.read().recent[0]!)
    expect([recent.length, favorite.length]).toEqual([4, 1])
  })

  it('hold a favorite instead of a recent one', () => {
    const shelf = searchShelf(memory(), 'docs', true)
    const [first] = shelf.remember(hit('a')).recent
    shelf.promote(first!)
    expect(shelf.remember(hit('a')).recent).toEqual([])
    expect(shelf.remove(first!)).toEqual({ recent: [], favorite: [] })
  })

  it('remember text by the heading that it stands below', () => {
    const shelf = searchShelf(memory(), 'docs', true)
    expect(shelf.remember(hit('a', 'content')).recent).toEqual([
      { objectID: '/a', url: '/a', type: 'lvl1', hierarchy: { ...none, lvl0: 'a', lvl1: 'a' }, content: null },
    ])
  })

  it('are none when they are not wanted, forbidden, or something else', () => {
    const storage = memory()
    expect(searchShelf(storage, 'docs', false).remember(hit('a')).recent).toEqual([])
    expect(storage.kept.size).toBe(0)
    expect(searchShelf(undefined, 'docs', true).read()).toEqual({ recent: [], favorite: [] })
    storage.setItem('sshore.docs.recent-searches.docs', '{"not":"a list"}')
    expect(searchShelf(storage, 'docs', true).read().recent).toEqual([])
    storage.setItem('sshore.docs.recent-searches.docs', '[{"url":7}, null, "x"]')
    expect(searchShelf(storage, 'docs', true).read().recent).toEqual([])
  })

  it('belong to one index', () => {
    const storage = memory()
    searchShelf(storage, 'docs', true).remember(hit('a'))
    expect(searchShelf(storage, 'other', true).read().recent).toEqual([])
  })
})

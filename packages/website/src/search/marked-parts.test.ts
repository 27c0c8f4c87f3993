import { expect, it } from 'vitest'
import { groupsOf, pathOf, type SearchHit } from './hit.ts'
import { partsOf } from './marked-parts.ts'

it.each([
  ['plain', [{ text: 'plain', marked: false }]],
  [
    'a <mark>b</mark> c',
    [
      { text: 'a ', marked: false },
      { text: 'b', marked: true },
      { text: ' c', marked: false },
    ],
  ],
  [
    '&lt;img onerror=x&gt; &amp; <mark>b</mark>',
    [
      { text: '<img onerror=x> & ', marked: false },
      { text: 'b', marked: true },
    ],
  ],
  [
    '<img src=x> <mark>open',
    [
      { text: '<img src=x> ', marked: false },
      { text: 'open', marked: false },
    ],
  ],
])('takes %s apart as text', (value, parts) => {
  expect(partsOf(value)).toEqual(parts)
})

it('groups by the title of the page, and leaves out what is too much', () => {
  const hit = (title: string, url: string) => ({ url, hierarchy: { lvl0: title } }) as unknown as SearchHit
  const groups = groupsOf([hit('A', '1'), hit('B', '2'), hit('A', '3'), hit('A', '4')], 2)
  expect(groups.map(({ title, hits }) => [title, hits.map(({ url }) => url)])).toEqual([
    ['A', ['1', '3']],
    ['B', ['2']],
  ])
})

it('makes paths of addresses of this site, and leaves others', () => {
  expect(pathOf('https://docs.example.com/a?b#c', 'https://docs.example.com')).toBe('/a?b#c')
  expect(pathOf('https://elsewhere.example.com/a', 'https://docs.example.com')).toBe('https://elsewhere.example.com/a')
  expect(pathOf('/a#b', 'https://docs.example.com')).toBe('/a#b')
})

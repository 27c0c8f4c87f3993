import { limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { anyOf, condition, filterText, sinceDay, untilDay } from './list-filter.ts'

const decoded = (text: string | undefined): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text ?? ''), (one) => one.codePointAt(0) ?? 0)))

test('what is asked for together is one list, what is asked for in several places a list inside', () => {
  const name = condition('name', 'contains', 'büro')
  const filter = filterText([
    anyOf([name, condition('tags', 'contains', 'büro')]),
    false,
    condition('online', 'bool', true),
  ])
  expect(decoded(filter)).toEqual([
    [name, condition('tags', 'contains', 'büro'), { type: 'operator', params: { name: 'or' } }],
    condition('online', 'bool', true),
  ])
})

test('nothing asked for is no filter', () => {
  expect(filterText([undefined, false])).toBeUndefined()
})

test('every word of a search has to be somewhere, and each may be somewhere else', () => {
  const within = ['username', 'device.name']
  const somewhere = (word: string) => anyOf(within.map((name) => condition(name, 'contains', word)))
  const active = condition('active', 'bool', true)
  expect(decoded(filterText([active], { text: ' vm  root vm ', within }))).toEqual([
    active,
    somewhere('vm'),
    somewhere('root'),
  ])
  expect(decoded(filterText([], { text: 'root', within }))).toEqual([somewhere('root')])
  expect(filterText([], { text: ' ', within })).toBeUndefined()
  expect(filterText([], { text: undefined, within })).toBeUndefined()
})

test('of a search with more or longer words than a filter has room for, as many as fit are looked for', () => {
  const within = ['name', 'tags', 'info.pretty_name']
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`)
  const online = condition('online', 'bool', true)
  // The list around the three conditions, they, and what joins them: 5 of the items each.
  const room = Math.floor((limits.listFilter.items - 1) / 5)
  expect(decoded(filterText([online], { text: words.join(' '), within }))).toHaveLength(1 + room)
  const long = filterText([online], { text: words.map((word) => word.padEnd(2000, 'ã')).join(' '), within })
  expect(long?.length).toBeLessThanOrEqual(limits.listFilter.chars)
  expect(JSON.stringify(decoded(long))).toContain('word0ããã')
})

test('a span of days has all of its first and all of its last', () => {
  const after = Date.parse(String(sinceDay('started_at', '2026-03-29').params.value))
  const before = Date.parse(String(untilDay('started_at', '2026-03-29').params.value))
  const within = (time: string): boolean => after < Date.parse(time) && Date.parse(time) < before
  expect(['2026-03-28T23:59:59', '2026-03-29T00:00', '2026-03-29T23:59:59', '2026-03-30T00:00'].map(within)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

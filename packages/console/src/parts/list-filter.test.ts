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

import { expect, test } from 'vitest'
import { anyOf, condition, filterText } from './list-filter.ts'

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

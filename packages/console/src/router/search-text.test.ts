import { expect, test } from 'vitest'
import { dayIn, oneOfIn, pageIn, parseSearch, stringifySearch, textIn } from './search-text.ts'

test('what is put into an address comes out of it as it was', () => {
  const search = { code: '22222222', q: 'a&b=ç', nothing: undefined, empty: '' }
  expect(parseSearch(stringifySearch(search))).toEqual({ code: '22222222', q: 'a&b=ç' })
  expect(stringifySearch({ nothing: undefined })).toBe('')
})

test('what somebody typed into the address is taken only if it means something', () => {
  const search = { page: '3', order: 'sideways', q: '' }
  expect([pageIn(search), oneOfIn(search, 'order', ['asc', 'desc']), textIn(search, 'q')]).toEqual([
    3,
    undefined,
    undefined,
  ])
  expect(['2026-03-01', '2026-13-01', 'yesterday', ''].map((day) => dayIn({ day }, 'day'))).toEqual([
    '2026-03-01',
    ...Array.from({ length: 3 }),
  ])
  expect(['0', '1', '-4', 'x', '2.5'].map((page) => pageIn({ page }))).toEqual(Array.from({ length: 5 }))
})

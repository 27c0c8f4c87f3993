import { expect, it } from 'vitest'
import { following, type Typing, typing } from './use-typed.ts'

const empty: Typing = { typed: '', known: '', awaited: [] }
const typed = (...texts: readonly string[]): Typing =>
  texts.reduce((before, text) => typing(before, text, text.trim()), empty)

it('keeps what is typed while what was told comes back', () => {
  let field = typed('a', 'ab', 'abc')
  for (const known of ['a', 'ab', 'abc']) {
    field = following(field, known)
    expect(field.typed).toBe('abc')
  }
  expect(field.awaited).toEqual([])
})

it('keeps it where not everything is told', () => {
  expect(following(typed('a', 'ab', 'abc', 'abcd'), 'abc')).toEqual({ typed: 'abcd', known: 'abc', awaited: ['abcd'] })
})

it('keeps a space at the end, to which the next word belongs', () => {
  expect(following(typed('two', 'two '), 'two').typed).toBe('two ')
})

it('follows what changes by itself, also back to what was typed once', () => {
  const field = following(following(typed('a', 'ab'), 'a'), 'ab')
  expect(following(field, 'a').typed).toBe('a')
  expect(following(field, '').typed).toBe('')
  expect(following(typed('ab'), 'from elsewhere')).toEqual({
    typed: 'from elsewhere',
    known: 'from elsewhere',
    awaited: [],
  })
})

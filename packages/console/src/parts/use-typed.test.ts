import { expect, it } from 'vitest'
import { following, telling, type Typing } from './use-typed.ts'

const empty: Typing = { typed: '', known: '', awaited: [] }
/** Each of these is typed and told, and `typed` is what stands there since. */
const told = (texts: readonly string[], typed: string): Typing => ({ ...texts.reduce(telling, empty), typed })

it('keeps what is typed while what was told comes back', () => {
  let field = told(['a', 'ab', 'abc'], 'abcd')
  for (const known of ['a', 'ab', 'abc']) {
    field = following(field, known)
    expect(field.typed).toBe('abcd')
  }
  expect(field.awaited).toEqual([])
})

it('keeps it where only the last that was told is seen', () => {
  expect(following(told(['a', 'ab', 'abc'], 'abc'), 'abc')).toEqual({ typed: 'abc', known: 'abc', awaited: [] })
  expect(following(told(['pi', '', 'pi'], 'pi'), 'pi').awaited).toEqual([])
})

it('keeps a space at the end, to which the next word belongs', () => {
  expect(following(told(['two'], 'two '), 'two').typed).toBe('two ')
})

it('follows what changes by itself, also back to what was typed once', () => {
  const field = following(following(told(['a', 'ab'], 'ab'), 'a'), 'ab')
  expect(following(field, 'a').typed).toBe('a')
  expect(following(field, '').typed).toBe('')
  expect(following(told(['ab'], 'ab'), 'other')).toEqual({ typed: 'other', known: 'other', awaited: [] })
})

it('waits for nothing that is known already', () => {
  expect(telling({ ...empty, known: 'pi' }, 'pi').awaited).toEqual([])
})

import { expect, test } from 'vitest'
import { toldApart } from './is-tag.ts'

test('words that can be tags are told apart from those to be typed again', () => {
  expect(toldApart(['lab', 'lab', 'not good', 'berlin, no!, '])).toEqual({
    fit: ['lab', 'berlin'],
    unfit: 'not good, no!',
  })
  expect(toldApart([])).toEqual({ fit: [], unfit: '' })
})

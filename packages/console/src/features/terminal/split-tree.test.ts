import { expect, test } from 'vitest'
import { panesOf, type Split, splitAt, without } from './split-tree.ts'

test('a pane splits beside or below itself, and whoever is left takes the room of one that goes', () => {
  const one: Split = { pane: 'a' }
  const two = splitAt(one, 'a', 'row', 'b')
  const three = splitAt(two, 'a', 'row', 'c')
  expect(three).toEqual({ direction: 'row', parts: [{ pane: 'a' }, { pane: 'c' }, { pane: 'b' }] })
  const four = splitAt(three, 'c', 'column', 'd')
  expect(panesOf(four)).toEqual(['a', 'c', 'd', 'b'])
  expect(without(four, 'c')).toEqual({ direction: 'row', parts: [{ pane: 'a' }, { pane: 'd' }, { pane: 'b' }] })
  expect(without(two, 'a')).toEqual({ pane: 'b' })
  expect(without(one, 'a')).toBeUndefined()
})

import { deviceProperties, type FilterItem, limits } from '@sshore/contract'
import { expect, test } from 'vitest'
import { encodeFilter } from '../../test-filter.ts'
import { filterReader } from './filter.ts'

const read = filterReader(deviceProperties)

const name = (value: string): FilterItem => ({ type: 'property', params: { name: 'name', operator: 'eq', value } })
const and: FilterItem = { type: 'operator', params: { name: 'and' } }
const or: FilterItem = { type: 'operator', params: { name: 'or' } }
const named = (value: string) => ({ kind: 'property', name: 'name', test: { operator: 'eq', value } })

test('nothing asked holds for everything', () => {
  for (const text of [undefined, '', encodeFilter([])]) expect(read(text)).toEqual({ kind: 'and', of: [] })
})

test('an operator joins the properties before it; stages and what is left over all hold', () => {
  expect(read(encodeFilter([name('a'), name('b')]))).toEqual({ kind: 'and', of: [named('a'), named('b')] })
  expect(read(encodeFilter([name('a'), name('b'), or]))).toEqual({ kind: 'or', of: [named('a'), named('b')] })
  expect(read(encodeFilter([name('a'), name('b'), or, name('c'), name('d'), or, name('e')]))).toEqual({
    kind: 'and',
    of: [{ kind: 'or', of: [named('a'), named('b')] }, { kind: 'or', of: [named('c'), named('d')] }, named('e')],
  })
  expect(read(encodeFilter([name('a'), and]))).toEqual(named('a'))
})

test('a list inside is a filter of its own', () => {
  expect(read(encodeFilter([[name('a'), name('b'), and], [name('c'), name('d'), and], or]))).toEqual({
    kind: 'or',
    of: [
      { kind: 'and', of: [named('a'), named('b')] },
      { kind: 'and', of: [named('c'), named('d')] },
    ],
  })
})

test('both alphabets of base64 are read, with padding and without', () => {
  const text = encodeFilter([name('>>>???~~~ü')])
  expect(text).toMatch(/[+/]/)
  const expected = named('>>>???~~~ü')
  const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_')
  const spaced = text.replaceAll('+', ' ')
  for (const form of [text, urlSafe, text.replace(/=+$/, ''), urlSafe.replace(/=+$/, ''), spaced]) {
    expect(read(form)).toEqual(expected)
  }
})

test('items may say param for params, as documents of existing clients do', () => {
  const text = Buffer.from('[{"type":"property","param":{"name":"name","operator":"eq","value":"a"}}]').toString(
    'base64',
  )
  expect(read(text)).toEqual(named('a'))
})

const property = (params: object) => [{ type: 'property', params }]
const nested = (depth: number): unknown => (depth === 0 ? name('a') : [nested(depth - 1)])

test.each([
  ['an unknown property', property({ name: 'password_hash', operator: 'eq', value: 'x' })],
  ['a name of the language', property({ name: '__proto__', operator: 'eq', value: 'x' })],
  ['a column in place of a property', property({ name: 'devices.name; drop table users', operator: 'eq', value: 'x' })],
  ['an unknown operator', property({ name: 'name', operator: 'like', value: 'x' })],
  ['no operator', property({ name: 'name', value: 'x' })],
  ['no value', property({ name: 'name', operator: 'eq' })],
  ['a number for a text', property({ name: 'name', operator: 'contains', value: 1 })],
  ['an object for a text', property({ name: 'name', operator: 'eq', value: {} })],
  ['a text of another kind in a list', property({ name: 'tags', operator: 'contains', value: ['a', 1] })],
  ['greater than a text', property({ name: 'name', operator: 'gt', value: 'x' })],
  ['a boolean that is none', property({ name: 'online', operator: 'bool', value: 'maybe' })],
  ['a time that is none', property({ name: 'last_seen', operator: 'gt', value: 'yesterday' })],
  ['a time beyond all calendars', property({ name: 'last_seen', operator: 'gt', value: 1e300 })],
  ['a NUL', property({ name: 'name', operator: 'eq', value: 'a\0b' })],
  ['a text that is too long', property({ name: 'name', operator: 'eq', value: 'x'.repeat(1025) })],
  ['an operator before any property', [or, name('a')]],
  ['two operators in a row', [name('a'), or, or]],
  ['an unknown logical operator', [name('a'), { type: 'operator', params: { name: 'xor' } }]],
  ['an item of another type', [{ type: 'group', params: {} }]],
  ['an item that is none', [1]],
  ['null', null],
  ['an object', { type: 'property' }],
  ['too many items', Array.from({ length: limits.listFilter.items + 1 }, () => name('a'))],
  ['lists too deep', nested(limits.listFilter.depth + 1)],
  ['lists deeper than any stack', JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`)],
])('%s is refused and named', (_title, items) => {
  const text = Buffer.from(JSON.stringify(items)).toString('base64')
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'invalid_input', detail: expect.anything() }))
  expect(() => read(text)).toThrow(/^filter: /)
})

test.each(['%%%', 'a', 'W10=====', 'bm90IGpzb24=', '/////w==', 'A'.repeat(limits.listFilter.chars + 4)])(
  '"%s" is no filter',
  (text) => {
    expect(() => read(text)).toThrow(/^filter: /)
  },
)

test('as many items and lists as the limits allow are read', () => {
  expect(read(encodeFilter(Array.from({ length: limits.listFilter.items }, () => name('a'))))).toMatchObject({
    kind: 'and',
  })
  const text = Buffer.from(JSON.stringify(nested(limits.listFilter.depth))).toString('base64')
  expect(read(text)).toEqual(named('a'))
})

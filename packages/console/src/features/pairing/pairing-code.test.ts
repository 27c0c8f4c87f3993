import { expect, test } from 'vitest'
import { codeIn, grouped, isComplete } from './pairing-code.ts'

test('a code is found in whatever way it was typed or pasted', () => {
  expect(['abcd2345', 'ABCD 2345', ' abcd-2345\n', 'ABCD 2345 and more'].map(codeIn)).toEqual(Array(4).fill('ABCD2345'))
})

test('characters that no code has are left out', () => {
  expect(codeIn('A0B1')).toBe('AB')
})

test('a code is shown in two groups while it grows', () => {
  expect(['ABC', 'ABCD', 'ABCD2', 'ABCD2345'].map(grouped)).toEqual(['ABC', 'ABCD', 'ABCD 2', 'ABCD 2345'])
  expect([isComplete('ABCD234'), isComplete('ABCD2345')]).toEqual([false, true])
})

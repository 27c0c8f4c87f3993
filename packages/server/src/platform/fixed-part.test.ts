import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { fixedPart } from './fixed-part.ts'
import { keepPattern, matchesWhole } from './pattern.ts'

describe('the fixed part of a pattern', () => {
  it.each([
    ['root', 'root', true],
    ['^root$', 'root', true],
    [String.raw`10\.0\.0\.7`, '10.0.0.7', true],
    [String.raw`10\.0\..*`, '10.0.', false],
    ['lab-[0-9]+', 'lab-', false],
    ['ab?c', 'a', false],
    ['ab*', 'a', false],
    ['ab{0,2}', 'a', false],
    ['ab+', 'ab', false],
    ['a|b', '', false],
    ['ab(c|d)', 'ab', false],
    ['ab(c)|d', '', false],
    ['ab[|]c', 'ab', false],
    [String.raw`ab.\|c`, 'ab', false],
    [String.raw`ab[]|]`, '', false],
    [String.raw`ab.\Q|\E`, '', false],
    ['(?i)root', '', false],
    ['', '', true],
  ])('of %s is %s', (pattern, text, whole) => {
    expect(fixedPart(pattern)).toEqual({ text, whole })
  })
})

const atoms = ['a', 'b', '.', '[ab]', '[^a|]', '(a|ab)', '(?i)A', '*', '+', '?', '{1,2}', '^', '$', '|', '(', ')']
const more = [String.raw`\d`, String.raw`\b`, String.raw`\.`, String.raw`\|`, '(?:x|y)', '-', '10', String.raw`\x41`]

it('a kept pattern says what the engine alone says', () => {
  let matching = 0
  const pattern = fc.array(fc.constantFrom(...atoms, ...more), { maxLength: 6 }).map((parts) => parts.join(''))
  const text = fc.array(fc.constantFrom('a', 'b', 'A', '.', '1', '0', '|', '-', 'x', '\n'), { maxLength: 5 })
  fc.assert(
    fc.property(pattern, text, (source, letters) => {
      try {
        RE2JS.compile(source)
      } catch {
        return
      }
      const said = keepPattern(source).matches(letters.join(''))
      if (said) matching += 1
      expect([source, letters, said]).toEqual([source, letters, matchesWhole(source, letters.join(''))])
    }),
    { numRuns: 5000 },
  )
  expect(matching).toBeGreaterThan(50)
})

it('a pattern that does not compile is told of in a sentence', () => {
  expect(() => keepPattern('a(')).toThrow('missing closing )')
})

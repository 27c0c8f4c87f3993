import { describe, expect, it } from 'vitest'
import { closeNames, editDistance, parseAddress } from './address.ts'

describe('an SSH address', () => {
  it('is a namespace and a device, without case', () => {
    expect(parseAddress('Lab.Pi-3')).toEqual({ kind: 'name', namespace: 'lab', device: 'pi-3' })
  })

  it('is divided at the first dot', () => {
    expect(parseAddress('lab.pi.local')).toEqual({ kind: 'name', namespace: 'lab', device: 'pi.local' })
  })

  it('is a uid when it has 64 hex digits', () => {
    expect(parseAddress('AB'.repeat(32))).toEqual({ kind: 'uid', uid: 'ab'.repeat(32) })
  })

  it.each(['', 'lab', '.pi', 'lab.', '.', 'ab'.repeat(31)])('is malformed as "%s"', (text) => {
    expect(parseAddress(text)).toEqual({ kind: 'malformed' })
  })
})

describe('the distance of two names', () => {
  it.each([
    ['pi', 'pi', 0],
    ['lab-pi', 'lap-pi', 1],
    ['lab-pi', 'lab-pii', 1],
    ['lab-pi', 'lba-pi', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('of %s and %s is %i', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance)
    expect(editDistance(b, a, 3)).toBe(distance)
  })

  it('is not counted beyond the limit', () => {
    expect(editDistance('aaaaaaaa', 'bbbbbbbb', 2)).toBe(3)
  })
})

describe('suggestions', () => {
  it('come best first, three at most, none that is far off', () => {
    expect(closeNames('printer', ['painter', 'printre', 'prntr', 'winter', 'scanner', 'printer2'])).toEqual([
      'painter',
      'printer2',
      'printre',
    ])
  })

  it('forgive a short name one typo only', () => {
    expect(closeNames('pi', ['ab', 'pj', 'tv'])).toEqual(['pj'])
  })
})

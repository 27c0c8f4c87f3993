import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

test.each([0, 1, 51, 55, 56, 63, 64, 65, 119, 120, 279, 535, 4096])('fits what others make of %i bytes', (length) => {
  const blob = randomBytes(length)
  expect(fingerprintOf(blob).replaceAll(':', '')).toBe(createHash('md5').update(blob).digest('hex'))
})

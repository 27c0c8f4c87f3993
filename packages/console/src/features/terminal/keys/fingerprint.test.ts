import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

// RFC 1321, A.5.
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
  ['1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
])('fits what the standard says of "%s"', (text, digest) => {
  expect(fingerprintOf(new TextEncoder().encode(text)).replaceAll(':', '')).toBe(digest)
})

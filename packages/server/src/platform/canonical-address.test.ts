import { expect, test } from 'vitest'
import { canonicalAddress } from './canonical-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109'],
  ['nonsense', 'nonsense'],
  ['', ''],
])('%s is %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical)
})

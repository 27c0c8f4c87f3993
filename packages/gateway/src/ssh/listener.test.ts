import { describe, expect, it } from 'vitest'
import { sourceOf } from './listener.ts'

describe('a source', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('behind %s is %s', (address, source) => {
    expect(sourceOf(address)).toBe(source)
  })
})

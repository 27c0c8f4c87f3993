import { describe, expect, test } from 'vitest'
import { networkOf } from './network.ts'

describe('the network that counts as one source', () => {
  test.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['a full IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another of the same /64', '2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['zeros left out before the end', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['zeros left out within the network', '2001:db8::1', '2001:db8:0:0::/64'],
    ['zeros left out at the end', '2001:db8:1::', '2001:db8:1:0::/64'],
    ['a single group of zeros left out', '1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['leading zeros and capitals', '2001:0DB8:0001:000A::', '2001:db8:1:a::/64'],
    ['loopback', '::1', '0:0:0:0::/64'],
    ['the unspecified address', '::', '0:0:0:0::/64'],
    ['a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['a mapped IPv4 address', '::ffff:203.0.113.9', '203.0.113.9'],
    ['a mapped IPv4 address in capitals', '::FFFF:203.0.113.9', '203.0.113.9'],
    ['a mapped IPv4 address in hexadecimal', '::ffff:cb00:7109', '203.0.113.9'],
    ['a mapped IPv4 address written out', '0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv4 address behind a translator', '64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('of %s', (_, address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each(['', 'nowhere', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8:9', '2001:db8::xyz', '12345::'])(
    'of what is no address, such as "%s", is the text itself',
    (text) => {
      expect(networkOf(text)).toBe(text)
    },
  )
})

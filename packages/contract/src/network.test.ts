import { describe, expect, test } from 'vitest'
import { isPublicAddress, networkOf } from './network.ts'

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

describe('what the whole internet reaches', () => {
  test.each([
    '0.0.0.0 9.255.255.256 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 169.254.169.254 172.16.0.0 172.31.255.255',
    '192.0.2.1 192.168.1.1 198.18.0.0 198.19.255.255 203.0.113.9 224.0.0.1 255.255.255.255 010.0.0.1 8.8.8.8. 8.8.8',
    ':: ::1 fe80::1 2606:4700::1111%eth0 fc00::1 ff02::1 ::ffff:8.8.8.8 64:ff9b::a00:1 2002:a00:1:: 2001::1',
    '2001:1ff:ffff::1 2001:db8::1 3fff::1 3fff:fff:ffff::1 4000::1 nonsense localhost',
  ])('is none of %s', (addresses) => {
    expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
  })

  test.each([
    '8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.0 192.0.3.1 198.17.255.255 198.20.0.0',
    '2000::1 2001:200::1 2001:db9::1 2003::1 2a00:1450:4001::1 2606:4700::1111 3ffe::1 3fff:1000::1',
  ])('is each of %s', (addresses) => {
    expect(addresses.split(' ').filter((address) => !isPublicAddress(address))).toEqual([])
  })
})

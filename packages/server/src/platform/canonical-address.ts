import { isIPv6 } from 'node:net'
import { networkOf } from '@sshore/contract'
import { plainAddress } from './client-address.ts'

/**
 * One spelling for each address, so that a pattern need not know the others: RFC 5952 for IPv6, without zone; IPv4 as such when it came
 * mapped into IPv6. Any other text stands for itself.
 */
export function canonicalAddress(text: string): string {
  const plain = plainAddress(text)
  if (!isIPv6(plain)) return plain
  // The serializer of IPv6 addresses in URLs (WHATWG URL, section 3.6) follows RFC 5952, and writes mapped ones in hexadecimal.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  return canonical.startsWith('::ffff:') ? networkOf(canonical) : canonical
}

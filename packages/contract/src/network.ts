// Whom a network address stands for, where attempts or connections are counted by their source.

const group = /^[0-9a-f]{1,4}$/i
const dotted = /^\d{1,3}(\.\d{1,3}){3}$/

/** The two groups that four decimal numbers stand for at the end of an IPv6 address (RFC 4291 section 2.2). */
function asGroups(ipv4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d].map((number) => number.toString(16))
}

const groupsOf = (text: string): string[] =>
  text === '' ? [] : text.split(':').flatMap((part) => (dotted.test(part) ? asGroups(part) : [part]))

/** The eight groups as numbers, or undefined when the text is no IPv6 address. */
function parseIPv6(text: string): number[] | undefined {
  const [before = '', after, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const missing = 8 - head.length - tail.length
  if (after === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return groups.every((part) => group.test(part)) ? groups.map((part) => Number.parseInt(part, 16)) : undefined
}

const isMappedIPv4 = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((number) => number === 0) && groups[5] === 0xffff

/**
 * The network whose addresses count as one source. One customer of a provider usually has a whole /64 of IPv6 addresses
 * (RFC 6177) and could take a new one for each attempt; an IPv4 address stands for itself, also when it is written as an
 * IPv4-mapped one (RFC 4291 section 2.5.5.2). A zone (RFC 4007) does not matter. Any other text stands for itself.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const groups = bare.includes(':') ? parseIPv6(bare) : undefined
  if (!groups) return address
  if (isMappedIPv4(groups)) {
    return groups
      .slice(6)
      .flatMap((number) => [number >> 8, number & 0xff])
      .join('.')
  }
  const network = groups.slice(0, 4).map((number) => number.toString(16))
  return `${network.join(':')}::/64`
}

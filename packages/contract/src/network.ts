// Whom a network address stands for, where attempts or connections are counted by their source.

const group = /^[0-9a-f]{1,4}$/i
const dotted = /^\d{1,3}(\.\d{1,3}){3}$/

/** The two groups that four decimal numbers stand for at the end of an IPv6 address (RFC 4291 section 2.2). */
function asGroups(decimal: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = decimal.split('.').map(Number)
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

const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = new RegExp(String.raw`^${octet}(\.${octet}){3}$`)

const parseIPv4 = (text: string): number[] | undefined =>
  ipv4.test(text) ? asGroups(text).map((part) => Number.parseInt(part, 16)) : undefined

const parse = (text: string): number[] | undefined => (text.includes(':') ? parseIPv6(text) : parseIPv4(text))

interface Network {
  readonly groups: readonly number[]
  /** Of each group, the bits that are free within the network. */
  readonly free: readonly number[]
}

/** Of a network that is written as `2001:db8::/32`. */
function network(text: string): Network {
  const [first = '', bits = ''] = text.split('/')
  const groups = parse(first) ?? []
  return { groups, free: groups.map((_, at) => 16 - Math.min(16, Math.max(0, Number(bits) - at * 16))) }
}

/** What the registry of special-purpose IPv4 addresses (RFC 6890) does not call globally reachable, and multicast. */
const notGlobalIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(network)
/** All else of IPv6 is private, link-local, mapped, translated, multicast or not given out (RFC 4291 section 2.4). */
const globalIPv6 = network('2000::/3')
/** Inside that block: those that carry an IPv4 address or are for special use. */
const notGlobalIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(network)

/** Whether an address, as groups of 16 bits, is of a network. */
const isIn = (address: readonly number[], { groups, free }: Network): boolean =>
  groups.every((part, at) => part >> (free[at] ?? 0) === (address[at] ?? 0) >> (free[at] ?? 0))

/** Whether a text is an IP address that the whole internet reaches; one with a zone (RFC 4007) is not. */
export function isPublicAddress(text: string): boolean {
  const groups = parse(text)
  if (!groups) return false
  if (groups.length === 2) return !notGlobalIPv4.some((reserved) => isIn(groups, reserved))
  return isIn(groups, globalIPv6) && !notGlobalIPv6.some((reserved) => isIn(groups, reserved))
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

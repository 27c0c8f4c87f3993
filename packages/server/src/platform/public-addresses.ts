// Which addresses the whole internet reaches. Whoever administers a namespace chooses where the server connects to, from inside its
// network, so addresses that only that network can reach are refused (OWASP, "Server-Side Request Forgery Prevention").
import type { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What the registry of special-purpose IPv4 addresses (RFC 6890) does not call globally reachable, and multicast. */
const privateNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Inside the one block that is globally reachable: those that carry an IPv4 address or are for special use. */
const specialNetworks: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

function blockList(): { readonly refused: BlockList; readonly global: BlockList } {
  const refused = new BlockList()
  for (const [network, prefix] of privateNetworks) refused.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of specialNetworks) refused.addSubnet(network, prefix, 'ipv6')
  const global = new BlockList()
  // Everything else of IPv6 is private, link-local, mapped, translated, multicast or not given out (RFC 4291 section 2.4).
  global.addSubnet('2000::', 3, 'ipv6')
  return { refused, global }
}
const networks = blockList()

/** Whether an IP address is one that the whole internet reaches. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !networks.refused.check(address, 'ipv4')
  // A zone says which of our own interfaces is meant.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return networks.global.check(address, 'ipv6') && !networks.refused.check(address, 'ipv6')
}

/** Whether a name is not one that only this machine or its own network knows; what it stands for is another question. */
export const isPublicName = (host: string): boolean => !/(^|\.)(localhost|local|internal)\.?$/i.test(host)

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is a private address.`)
    this.name = 'PrivateAddress'
  }
}

/**
 * Resolves a name for one connection, which then goes to no other address: a name that is checked first and resolved again later
 * could have changed in between. A name with any private address is refused.
 */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const inside = found.find(({ address }) => !isPublic(address))
      const [first] = found
      if (inside || !first) return callback(new PrivateAddress(hostname), '')
      if (options.all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

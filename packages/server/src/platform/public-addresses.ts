// Which addresses the whole internet reaches. Whoever administers a namespace chooses where the server connects to, from inside its
// network, so addresses that only that network can reach are refused (OWASP, "Server-Side Request Forgery Prevention").
import type { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@sshore/contract'

/** Whether an IP address is one that the whole internet reaches. */
export const isPublic = (address: string): boolean => isIP(address) !== 0 && isPublicAddress(address)

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

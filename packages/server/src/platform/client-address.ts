// Where a request really comes from. What a client writes into a header is believed only when a trusted proxy hands it on.
import { BlockList, isIP, isIPv4 } from 'node:net'

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export interface TrustedProxies {
  has(address: string): boolean
}

/** The plain form of an address: without zone, and IPv4 as such even when it came mapped into IPv6 (RFC 4291 section 2.5.5.2). */
export function plainAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  return mapped ?? bare
}

/** From addresses and networks in CIDR form; fails with a sentence that names the one that is neither. */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/')
    const bits = isIPv4(address) ? 32 : 128
    const length = prefix === undefined ? bits : Number(prefix)
    const valid =
      isIP(address) !== 0 &&
      rest.length === 0 &&
      prefix !== '' &&
      Number.isInteger(length) &&
      length >= 0 &&
      length <= bits
    if (!valid) throw new Error(`Trusted proxy "${entry}" is neither an IP address nor a network like 10.0.0.0/8.`)
    list.addSubnet(address, length, bits === 32 ? 'ipv4' : 'ipv6')
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether some proxy says it handed the request on. */
export const isForwarded = (headers: Headers): boolean => forwardingHeaders.some((name) => headers[name] !== undefined)

const listOf = (header: string | readonly string[] | undefined): string[] =>
  (typeof header === 'string' ? header : (header ?? []).join(',')).split(',').map((part) => part.trim())

/**
 * Walks `X-Forwarded-For` from the right past every trusted proxy; the first address that is not one of them is the client's.
 * `X-Real-IP` stands in when that header is missing.
 */
export function clientAddress(peer: string, headers: Headers, trusted: TrustedProxies): string {
  let address = plainAddress(peer)
  if (!trusted.has(address)) return address
  const hops = headers['x-forwarded-for'] ? listOf(headers['x-forwarded-for']) : listOf(headers['x-real-ip'])
  for (const hop of hops.toReversed()) {
    const next = plainAddress(hop)
    if (isIP(next) === 0) return address
    address = next
    if (!trusted.has(address)) return address
  }
  return address
}

const authority = /^[A-Za-z0-9.\-_:[\]]{1,255}$/

/** `host[:port]` that the client used, as told by a trusted proxy or by the request itself; empty when there is none to believe. */
export function requestedHost(peer: string, headers: Headers, trusted: TrustedProxies): string {
  const forwarded = trusted.has(plainAddress(peer)) ? headers['x-forwarded-host'] : undefined
  const host = listOf(forwarded ?? headers['host'])[0] ?? ''
  if (!authority.test(host)) return ''
  const port = forwarded === undefined ? '' : (listOf(headers['x-forwarded-port'])[0] ?? '')
  return /^\d{1,5}$/.test(port) && !/:\d+$/.test(host) ? `${host}:${port}` : host
}

/** Whether the client's connection is encrypted, as far as a trusted proxy or the setting of the public address tells. */
export function cameByHttps(
  peer: string,
  headers: Headers,
  trusted: TrustedProxies,
  publicUrl: string | undefined,
): boolean {
  const forwarded = trusted.has(plainAddress(peer)) ? listOf(headers['x-forwarded-proto'])[0] : undefined
  if (forwarded !== undefined && forwarded !== '') return forwarded.toLowerCase() === 'https'
  return publicUrl?.startsWith('https://') === true
}

// The PROXY protocol (haproxy's proxy-protocol.txt), versions 1 and 2: what a proxy says in front of a connection about
// the one it passes on.
import { isIPv4, isIPv6 } from 'node:net'

export interface Endpoint {
  readonly address: string
  readonly port: number
}

export interface Endpoints {
  readonly client: Endpoint
  /** Where the client connected to. */
  readonly server: Endpoint
}

export interface ProxyHeader {
  /** Undefined when the proxy speaks for itself (a health check) or does not know. */
  readonly endpoints: Endpoints | undefined
  readonly bytes: number
}

export class MalformedProxyHeader extends Error {
  override readonly name = 'MalformedProxyHeader'
}

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n')
const introduction = Buffer.from('PROXY ')
/** Of version 1, with its CR and LF (section 2.1). */
const lineBytesMost = 107
/** Of version 2, besides its fixed part: addresses, and room for what else proxies tell of a TLS client. */
const restBytesMost = 4096
const fixedBytes = 16

/** Undefined while more bytes are needed. Throws a MalformedProxyHeader for anything else than a header. */
export function readProxyHeader(received: Buffer): ProxyHeader | undefined {
  if (startsLike(received, signature)) return received.length < fixedBytes ? undefined : readBinary(received)
  if (startsLike(received, introduction)) return readLine(received)
  throw new MalformedProxyHeader('no PROXY header')
}

function startsLike(received: Buffer, beginning: Buffer): boolean {
  const length = Math.min(received.length, beginning.length)
  return received.subarray(0, length).equals(beginning.subarray(0, length))
}

/** IPv4 clients of a dual-stack socket are known by their IPv4 address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function readLine(received: Buffer): ProxyHeader | undefined {
  const end = received.indexOf('\r\n')
  if (end < 0 && received.length < lineBytesMost) return undefined
  if (end < 0 || end + 2 > lineBytesMost) throw new MalformedProxyHeader('a PROXY line of more than 107 bytes')
  const bytes = end + 2
  const [, family, source = '', destination = '', ...ports] = received.toString('latin1', 0, end).split(' ')
  if (family === 'UNKNOWN') return { endpoints: undefined, bytes }
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isIPv6 : undefined
  const numbers = ports.map((text) => (/^(0|[1-9]\d{0,4})$/.test(text) ? Number(text) : Infinity))
  const [sourcePort = Infinity, destinationPort = Infinity] = numbers
  const valid = isAddress?.(source) && isAddress(destination) && numbers.length === 2 && Math.max(...numbers) <= 0xff_ff
  if (!valid) throw new MalformedProxyHeader('a malformed PROXY line')
  const client = { address: plainAddress(source), port: sourcePort }
  return { endpoints: { client, server: { address: plainAddress(destination), port: destinationPort } }, bytes }
}

const families: Readonly<Record<number, 4 | 16>> = { 0x11: 4, 0x21: 16 }
/** Unspecified, and Unix sockets: passed on without an address. */
const addressless: ReadonlySet<number> = new Set([0x00, 0x31])

function readBinary(received: Buffer): ProxyHeader | undefined {
  const versionAndCommand = received.readUInt8(12)
  if (versionAndCommand >> 4 !== 2) throw new MalformedProxyHeader('a PROXY header of an unknown version')
  const restBytes = received.readUInt16BE(14)
  if (restBytes > restBytesMost) throw new MalformedProxyHeader(`a PROXY header of ${restBytes} bytes`)
  const bytes = fixedBytes + restBytes
  if (received.length < bytes) return undefined
  const command = versionAndCommand & 0x0f
  if (command === 0) return { endpoints: undefined, bytes }
  if (command !== 1) throw new MalformedProxyHeader('a PROXY header with an unknown command')
  const family = received.readUInt8(13)
  if (addressless.has(family)) return { endpoints: undefined, bytes }
  const size = families[family]
  // What follows the addresses (TLVs) means nothing to us.
  if (size === undefined || restBytes < 2 * size + 4) throw new MalformedProxyHeader('a malformed PROXY header')
  const at = (offset: number): string => textOf(received.subarray(fixedBytes + offset, fixedBytes + offset + size))
  const port = (offset: number): number => received.readUInt16BE(fixedBytes + 2 * size + offset)
  return {
    endpoints: { client: { address: at(0), port: port(0) }, server: { address: at(size), port: port(2) } },
    bytes,
  }
}

const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex')

/** The address in its shortest form (RFC 5952). */
function textOf(address: Buffer): string {
  if (address.length === 4) return address.join('.')
  if (address.subarray(0, 12).equals(mappedPrefix)) return address.subarray(12).join('.')
  const groups = address.toString('hex').match(/.{4}/g) ?? []
  return new URL(`ssh://[${groups.join(':')}]`).hostname.slice(1, -1)
}

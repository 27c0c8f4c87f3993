// `struct sockaddr_in`, `sockaddr_in6` and `sockaddr_un` as connect(2) takes them.
import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { socketPathBytes } from '@sshore/contract'
import { type SocketAddress, SocketFailure } from '../platform.ts'
import { type Libc, linux } from './libc.ts'

const littleEndian = true

function scopeOf(zone: string): number {
  if (/^\d+$/.test(zone)) return Number(zone)
  return networkInterfaces()[zone]?.find((one) => one.family === 'IPv6')?.scopeid ?? 0
}

/** Throws `SocketFailure` for what is no address. */
export function encodeSocketAddress(libc: Libc, address: SocketAddress): { family: number; bytes: Uint8Array } {
  if ('path' in address) {
    const path = new TextEncoder().encode(address.path)
    if (path.length > socketPathBytes || path.includes(0)) throw new SocketFailure('Invalid argument')
    const bytes = new Uint8Array(2 + path.length + 1)
    new DataView(bytes.buffer).setUint16(0, linux.AF_UNIX, littleEndian)
    bytes.set(path, 2)
    return { family: linux.AF_UNIX, bytes }
  }
  const { port } = address
  const [host = '', zone = ''] = address.host.split('%')
  const family = isIPv4(host) ? linux.AF_INET : linux.AF_INET6
  const bytes = new Uint8Array(family === linux.AF_INET ? 16 : 28)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, family, littleEndian)
  view.setUint16(2, port)
  const place = bytes.subarray(family === linux.AF_INET ? 4 : 8)
  if (libc.inet_pton(family, new TextEncoder().encode(`${host}\0`), place) !== 1) {
    throw new SocketFailure('Invalid argument')
  }
  if (zone !== '') view.setUint32(24, scopeOf(zone), littleEndian)
  return { family, bytes }
}

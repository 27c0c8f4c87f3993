// Addresses and networks as OpenSSH reads them in a certificate: a network names no host in it.
import { isIP } from 'node:net'

/** The address as one number of 32 or 128 bits. */
function numberOf(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  // An IPv4 address at the end stands for the last two groups (RFC 4291 section 2.2).
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = '', tail] = plain.split('::')
  const [before, after] = [head, tail ?? ''].map((side) => (side === '' ? [] : side.split(':')))
  const missing = 8 - (before?.length ?? 0) - (after?.length ?? 0)
  const groups = [...(before ?? []), ...Array.from({ length: missing }, () => '0'), ...(after ?? [])]
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** Whether sshd would take it: an address, or a network whose host part is zero. */
export function isSourceAddress(text: string): boolean {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  if ((version !== 4 && version !== 6) || more.length > 0 || address.includes('%')) return false
  if (length === undefined) return true
  const bits = version === 4 ? 32 : 128
  if (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return false
  const hostBits = BigInt(bits - Number(length))
  return (numberOf(address, version) & ((1n << hostBits) - 1n)) === 0n
}

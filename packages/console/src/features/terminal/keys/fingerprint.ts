// The server knows keys by the MD5 of their bytes, which WebCrypto does not have (RFC 1321).
import type { Fingerprint } from '@sshore/contract'

const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32))

function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, bytes.length * 8, true)
  return view
}

function mix(round: number, at: number, [, b, c, d]: readonly [number, number, number, number]): [number, number] {
  if (round === 0) return [(b & c) | (~b & d), at]
  if (round === 1) return [(d & b) | (~d & c), (5 * at + 1) % 16]
  if (round === 2) return [b ^ c ^ d, (3 * at + 5) % 16]
  return [c ^ (b | ~d), (7 * at) % 16]
}

/** 16 pairs of hexadecimal digits. `blob`: the public key as SSH writes it. */
export function fingerprintOf(blob: Uint8Array): Fingerprint {
  const view = padded(blob)
  let state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let block = 0; block < view.byteLength; block += 64) {
    const before = state
    for (let at = 0; at < 64; at += 1) {
      const round = at >> 4
      const [mixed, word] = mix(round, at, state)
      const [a, b, c, d] = state
      const sum = (a + mixed + (sines[at] ?? 0) + view.getUint32(block + word * 4, true)) | 0
      const shift = shifts[round]?.[at % 4] ?? 0
      state = [d, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0, b, c]
    }
    state = [before[0] + state[0], before[1] + state[1], before[2] + state[2], before[3] + state[3]]
  }
  const digest = new DataView(new ArrayBuffer(16))
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word >>> 0, true)
  const pairs = Array.from(new Uint8Array(digest.buffer), (byte) => byte.toString(16).padStart(2, '0'))
  return pairs.join(':') as Fingerprint
}

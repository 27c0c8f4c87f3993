// OpenSSH's PROTOCOL.chacha20poly1305: two keys, one for the length alone; the tag covers both.
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import type { NativeCiphers } from './native.ts'

const tagBytes = 16
const layout = { blockBytes: 8, unpaddedBytes: 4, tagBytes } as const

export function chachaSealer(ciphers: NativeCiphers, keys: DirectionKeys): Sealer {
  const cipher = new ciphers.ChaChaPolyCipher(keys.cipherKey)
  return { ...layout, seal: (packet, sequence) => cipher.encrypt(packet, sequence), free: () => cipher.free() }
}

export function chachaOpener(ciphers: NativeCiphers, keys: DirectionKeys): Opener {
  const cipher = new ciphers.ChaChaPolyDecipher(keys.cipherKey)
  return {
    ...layout,
    headBytes: 4,
    packetBytes: (head, sequence) => cipher.decryptLen(head, sequence),
    open(packet, sequence) {
      const end = packet.length - tagBytes
      cipher.decrypt(packet.subarray(4, end), packet.subarray(end), sequence)
    },
    free: () => cipher.free(),
  }
}

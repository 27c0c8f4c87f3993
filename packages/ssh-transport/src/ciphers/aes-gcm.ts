// RFC 5647 as OpenSSH uses it (PROTOCOL section 1.6): the length travels in clear, authenticated with the rest.
import { type CipherGCMTypes, createCipheriv, createDecipheriv } from 'node:crypto'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { type NativeCiphers, native } from './native.ts'

const tagBytes = 16
const layout = { blockBytes: 16, unpaddedBytes: 4, tagBytes } as const

/** RFC 5647 section 7.1: the last eight bytes count packets. */
function countUp(initialVector: Buffer): void {
  initialVector.writeBigUInt64BE(BigInt.asUintN(64, initialVector.readBigUInt64BE(4) + 1n), 4)
}

function nativeSealer(ciphers: NativeCiphers, name: CipherGCMTypes, keys: DirectionKeys): Sealer {
  const cipher = new ciphers.AESGCMCipher(name, keys.cipherKey, keys.initialVector)
  return { ...layout, seal: (packet) => cipher.encrypt(packet), free: () => cipher.free() }
}

function nativeOpener(ciphers: NativeCiphers, name: CipherGCMTypes, keys: DirectionKeys): Opener {
  const cipher = new ciphers.AESGCMDecipher(name, keys.cipherKey, keys.initialVector)
  return {
    ...layout,
    headBytes: 4,
    packetBytes: (head) => head.readUInt32BE(0),
    open(packet) {
      const bytes = packet.length - 4 - tagBytes
      cipher.decrypt(packet.subarray(4, 4 + bytes), bytes, packet.subarray(4 + bytes))
    },
    free: () => cipher.free(),
  }
}

/** By Node's own crypto. */
export function portableSealer(name: CipherGCMTypes, keys: DirectionKeys): Sealer {
  const initialVector = Buffer.from(keys.initialVector)
  return {
    ...layout,
    seal(packet) {
      const cipher = createCipheriv(name, keys.cipherKey, initialVector)
      cipher.setAAD(packet.subarray(0, 4))
      cipher.update(packet.subarray(4, -tagBytes)).copy(packet, 4)
      cipher.final()
      cipher.getAuthTag().copy(packet, packet.length - tagBytes)
      countUp(initialVector)
    },
    free: () => undefined,
  }
}

/** By Node's own crypto. */
export function portableOpener(name: CipherGCMTypes, keys: DirectionKeys): Opener {
  const initialVector = Buffer.from(keys.initialVector)
  return {
    ...layout,
    headBytes: 4,
    packetBytes: (head) => head.readUInt32BE(0),
    open(packet) {
      const cipher = createDecipheriv(name, keys.cipherKey, initialVector, { authTagLength: tagBytes })
      cipher.setAAD(packet.subarray(0, 4))
      cipher.setAuthTag(packet.subarray(-tagBytes))
      cipher.update(packet.subarray(4, -tagBytes)).copy(packet, 4)
      cipher.final()
      countUp(initialVector)
    },
    free: () => undefined,
  }
}

export const gcmSealer = (name: CipherGCMTypes, keys: DirectionKeys): Sealer =>
  native ? nativeSealer(native, name, keys) : portableSealer(name, keys)

export const gcmOpener = (name: CipherGCMTypes, keys: DirectionKeys): Opener =>
  native ? nativeOpener(native, name, keys) : portableOpener(name, keys)

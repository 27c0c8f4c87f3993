// RFC 5647 as OpenSSH uses it (PROTOCOL section 1.6): the length travels in clear, authenticated with the rest.
import { type CipherGCMTypes, createCipheriv, createDecipheriv } from 'node:crypto'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { type NativeCiphers, nativeOpener, nativeSealer } from './native.ts'

const tagBytes = 16
const layout = { blockBytes: 16, unpaddedBytes: 4, tagBytes } as const
const headBytes = 4

/** RFC 5647 section 7.1: the last eight bytes count packets. */
function countUp(initialVector: Buffer): void {
  initialVector.writeBigUInt64BE(BigInt.asUintN(64, initialVector.readBigUInt64BE(4) + 1n), 4)
}

const nameFor = (keys: DirectionKeys): CipherGCMTypes => (keys.cipherKey.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm')

/** By Node's own crypto. */
function portableSealer(keys: DirectionKeys): Sealer {
  const initialVector = Buffer.from(keys.initialVector)
  return {
    ...layout,
    seal(packet) {
      const cipher = createCipheriv(nameFor(keys), keys.cipherKey, initialVector)
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
function portableOpener(keys: DirectionKeys): Opener {
  const initialVector = Buffer.from(keys.initialVector)
  return {
    ...layout,
    headBytes,
    packetBytes: (head) => head.readUInt32BE(0),
    open(packet) {
      const cipher = createDecipheriv(nameFor(keys), keys.cipherKey, initialVector, { authTagLength: tagBytes })
      cipher.setAAD(packet.subarray(0, 4))
      cipher.setAuthTag(packet.subarray(-tagBytes))
      cipher.update(packet.subarray(4, -tagBytes)).copy(packet, 4)
      cipher.final()
      countUp(initialVector)
    },
    free: () => undefined,
  }
}

export function gcmSealer(ciphers: NativeCiphers | undefined, keys: DirectionKeys): Sealer {
  return ciphers ? nativeSealer(ciphers, 'aes-gcm', layout, keys) : portableSealer(keys)
}

export function gcmOpener(ciphers: NativeCiphers | undefined, keys: DirectionKeys): Opener {
  return ciphers ? nativeOpener(ciphers, 'aes-gcm', { ...layout, headBytes }, keys) : portableOpener(keys)
}

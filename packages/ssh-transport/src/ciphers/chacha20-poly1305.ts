// OpenSSH's PROTOCOL.chacha20poly1305: the first half of the key is for the packet, the second for the length alone;
// the tag covers both. Without the addon, ChaCha20 is Node's and Poly1305 a library's.
import { poly1305 } from '@noble/ciphers/_poly1305.js'
import { createCipheriv, timingSafeEqual } from 'node:crypto'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { type NativeCiphers, nativeOpener, nativeSealer } from './native.ts'

const tagBytes = 16
const layout = { blockBytes: 8, unpaddedBytes: 4, tagBytes } as const
const headBytes = 4
const halfKeyBytes = 32
const firstBlock = Buffer.alloc(64)

/** The key stream of this packet from its first block on; Node wants the block's number before the nonce. */
function keyStream(key: Buffer, sequence: number): (bytes: Buffer) => Buffer {
  const vector = Buffer.alloc(16)
  vector.writeUInt32BE(sequence, 12)
  const cipher = createCipheriv('chacha20', key, vector)
  return (bytes) => cipher.update(bytes)
}

interface HalfKeys {
  readonly packet: Buffer
  readonly length: Buffer
}

const halves = ({ cipherKey }: DirectionKeys): HalfKeys => ({
  packet: cipherKey.subarray(0, halfKeyBytes),
  length: cipherKey.subarray(halfKeyBytes, 2 * halfKeyBytes),
})

/** The first block keys the tag, the packet begins with the second. */
function startPacket(key: Buffer, sequence: number): { tagKey: Buffer; crypt: (bytes: Buffer) => Buffer } {
  const crypt = keyStream(key, sequence)
  return { tagKey: crypt(firstBlock).subarray(0, 32), crypt }
}

function portableSealer(keys: DirectionKeys): Sealer {
  const key = halves(keys)
  return {
    ...layout,
    seal(packet, sequence) {
      const sealed = packet.subarray(0, -tagBytes)
      const { tagKey, crypt } = startPacket(key.packet, sequence)
      keyStream(key.length, sequence)(packet.subarray(0, headBytes)).copy(packet)
      crypt(sealed.subarray(headBytes)).copy(packet, headBytes)
      packet.set(poly1305(sealed, tagKey), sealed.length)
    },
    free: () => undefined,
  }
}

function portableOpener(keys: DirectionKeys): Opener {
  const key = halves(keys)
  return {
    ...layout,
    headBytes,
    // Leaves the head encrypted: the tag is over that.
    packetBytes: (head, sequence) => keyStream(key.length, sequence)(head.subarray(0, headBytes)).readUInt32BE(0),
    open(packet, sequence) {
      const sealed = packet.subarray(0, -tagBytes)
      const { tagKey, crypt } = startPacket(key.packet, sequence)
      if (!timingSafeEqual(poly1305(sealed, tagKey), packet.subarray(-tagBytes))) throw new Error('wrong tag')
      crypt(sealed.subarray(headBytes)).copy(packet, headBytes)
    },
    free: () => undefined,
  }
}

export function chachaSealer(ciphers: NativeCiphers | undefined, keys: DirectionKeys): Sealer {
  return ciphers ? nativeSealer(ciphers, 'chacha20-poly1305', layout, keys) : portableSealer(keys)
}

export function chachaOpener(ciphers: NativeCiphers | undefined, keys: DirectionKeys): Opener {
  return ciphers ? nativeOpener(ciphers, 'chacha20-poly1305', { ...layout, headBytes }, keys) : portableOpener(keys)
}

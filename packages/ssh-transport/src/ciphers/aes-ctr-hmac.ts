// RFC 4344 section 4 with RFC 6668, and OpenSSH's encrypt-then-MAC (PROTOCOL section 1.5): for clients that know no
// authenticated cipher.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'
import { type NativeCiphers, type NativeName, nativeOpener, nativeSealer } from './native.ts'

export interface Mac {
  readonly hash: 'sha256' | 'sha512'
  readonly keyBytes: 32 | 64
  /** The tag covers the encrypted packet, whose length travels in clear. */
  readonly encryptThenMac: boolean
}

const blockBytes = 16

function layoutOf(mac: Mac): { blockBytes: number; unpaddedBytes: 0 | 4; tagBytes: number } {
  return { blockBytes, unpaddedBytes: mac.encryptThenMac ? 4 : 0, tagBytes: mac.keyBytes }
}

const headBytesOf = (mac: Mac): number => (mac.encryptThenMac ? 4 : blockBytes)

const nativeName = (mac: Mac): NativeName =>
  mac.encryptThenMac ? `aes-ctr-hmac-${mac.hash}-etm` : `aes-ctr-hmac-${mac.hash}`

const cipherName = (keys: DirectionKeys): string => `aes-${keys.cipherKey.length * 8}-ctr`

/** RFC 4253 section 6.4: over the sequence number and the packet. */
function tagger(mac: Mac, key: Buffer): (packet: Buffer, sequence: number) => Buffer {
  const number = Buffer.alloc(4)
  return (packet, sequence) => {
    number.writeUInt32BE(sequence, 0)
    return createHmac(mac.hash, key).update(number).update(packet).digest()
  }
}

/** By Node's own crypto. */
function portableSealer(mac: Mac, keys: DirectionKeys): Sealer {
  const cipher = createCipheriv(cipherName(keys), keys.cipherKey, keys.initialVector)
  const tag = tagger(mac, keys.macKey)
  return {
    ...layoutOf(mac),
    seal(packet, sequence) {
      const body = packet.subarray(0, -mac.keyBytes)
      const plainTag = mac.encryptThenMac ? undefined : tag(body, sequence)
      const from = mac.encryptThenMac ? 4 : 0
      cipher.update(body.subarray(from)).copy(body, from)
      const written = plainTag ?? tag(body, sequence)
      written.copy(packet, body.length)
    },
    free: () => undefined,
  }
}

/** By Node's own crypto. */
function portableOpener(mac: Mac, keys: DirectionKeys): Opener {
  const cipher = createDecipheriv(cipherName(keys), keys.cipherKey, keys.initialVector)
  const tag = tagger(mac, keys.macKey)
  const headBytes = headBytesOf(mac)
  return {
    ...layoutOf(mac),
    headBytes,
    packetBytes(head) {
      // Without encrypt-then-MAC the length is inside the first block.
      if (!mac.encryptThenMac) cipher.update(head).copy(head)
      return head.readUInt32BE(0)
    },
    open(packet, sequence) {
      const body = packet.subarray(0, -mac.keyBytes)
      const found = packet.subarray(-mac.keyBytes)
      if (mac.encryptThenMac && !timingSafeEqual(tag(body, sequence), found)) throw new Error('wrong tag')
      cipher.update(body.subarray(headBytes)).copy(body, headBytes)
      if (!mac.encryptThenMac && !timingSafeEqual(tag(body, sequence), found)) throw new Error('wrong tag')
    },
    free: () => undefined,
  }
}

export function ctrSealer(ciphers: NativeCiphers | undefined, mac: Mac, keys: DirectionKeys): Sealer {
  return ciphers ? nativeSealer(ciphers, nativeName(mac), layoutOf(mac), keys) : portableSealer(mac, keys)
}

export function ctrOpener(ciphers: NativeCiphers | undefined, mac: Mac, keys: DirectionKeys): Opener {
  if (!ciphers) return portableOpener(mac, keys)
  return nativeOpener(ciphers, nativeName(mac), { ...layoutOf(mac), headBytes: headBytesOf(mac) }, keys)
}

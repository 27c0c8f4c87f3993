// RFC 4344 section 4 with RFC 6668, and OpenSSH's encrypt-then-MAC (PROTOCOL section 1.5): for clients that know no
// authenticated cipher. By Node's own crypto.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { DirectionKeys, Opener, Sealer } from './cipher.ts'

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

/** RFC 4253 section 6.4: over the sequence number and the packet. */
function tagger(mac: Mac, key: Buffer): (packet: Buffer, sequence: number) => Buffer {
  const number = Buffer.alloc(4)
  return (packet, sequence) => {
    number.writeUInt32BE(sequence, 0)
    return createHmac(mac.hash, key).update(number).update(packet).digest()
  }
}

export function ctrSealer(name: string, mac: Mac, keys: DirectionKeys): Sealer {
  const cipher = createCipheriv(name, keys.cipherKey, keys.initialVector)
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

export function ctrOpener(name: string, mac: Mac, keys: DirectionKeys): Opener {
  const cipher = createDecipheriv(name, keys.cipherKey, keys.initialVector)
  const tag = tagger(mac, keys.macKey)
  const headBytes = mac.encryptThenMac ? 4 : blockBytes
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

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { gcmOpener, gcmSealer, portableOpener, portableSealer } from './aes-gcm.ts'
import type { Opener, Sealer } from './cipher.ts'
import { native } from './native.ts'
import { macs, suites } from './suites.ts'

const keys = { initialVector: randomBytes(16), cipherKey: randomBytes(64), macKey: randomBytes(64) }

/** A packet with `payload`, laid out for `sealer`. */
function layOut(sealer: Sealer, payload: Buffer): Buffer {
  const { blockBytes, unpaddedBytes, tagBytes } = sealer
  const padding = 4 + ((blockBytes - ((9 + payload.length - unpaddedBytes) % blockBytes)) % blockBytes)
  const packet = Buffer.concat([Buffer.alloc(5), payload, Buffer.alloc(padding + tagBytes)])
  packet.writeUInt32BE(1 + payload.length + padding, 0)
  packet[4] = padding
  return packet
}

function reopened(opener: Opener, sealed: Buffer, sequence: number): { bytes: number; packet: Buffer } {
  const packet = Buffer.from(sealed)
  const bytes = opener.packetBytes(packet.subarray(0, opener.headBytes), sequence)
  opener.open(packet, sequence)
  return { bytes, packet }
}

const cases = [...suites].flatMap(([cipher, suite]) =>
  [...macs].slice(0, suite.wantsMac ? undefined : 1).map(([name, mac]) => ({ cipher, suite, mac, name })),
)

describe.each(cases)('$cipher with $name', ({ suite, mac }) => {
  const fitting = {
    initialVector: keys.initialVector.subarray(0, suite.initialVectorBytes),
    cipherKey: keys.cipherKey.subarray(0, suite.keyBytes),
    macKey: keys.macKey.subarray(0, mac.keyBytes),
  }

  it('opens what it sealed, packet after packet', () => {
    const sealer = suite.sealer(fitting, mac)
    const opener = suite.opener(fitting, mac)
    for (let sequence = 0; sequence < 5; sequence += 1) {
      const payload = randomBytes(20 + sequence * 1000)
      const packet = layOut(sealer, payload)
      sealer.seal(packet, sequence)
      expect(packet.includes(payload)).toBe(false)
      const opened = reopened(opener, packet, sequence)
      expect(opened.bytes).toBe(packet.length - 4 - sealer.tagBytes)
      expect(opened.packet.subarray(5, 5 + payload.length)).toEqual(payload)
    }
  })

  it.each(['body', 'tag'])('refuses a packet whose %s was changed', (part) => {
    const sealer = suite.sealer(fitting, mac)
    const packet = layOut(sealer, randomBytes(100))
    sealer.seal(packet, 7)
    const at = part === 'body' ? 40 : packet.length - 1
    packet[at] = (packet[at] ?? 0) ^ 1
    expect(() => reopened(suite.opener(fitting, mac), packet, 7)).toThrow(Error)
  })
})

describe('AES-GCM', () => {
  const fitting = {
    ...keys,
    initialVector: keys.initialVector.subarray(0, 12),
    cipherKey: keys.cipherKey.subarray(0, 16),
  }

  it('is compiled here, so that the next test compares two implementations', () => {
    expect(native).toBeDefined()
  })

  it('makes the same packets compiled and by Node alone', () => {
    const sealers = [gcmSealer('aes-128-gcm', fitting), portableSealer('aes-128-gcm', fitting)] as const
    const openers = [gcmOpener('aes-128-gcm', fitting), portableOpener('aes-128-gcm', fitting)] as const
    for (let sequence = 0; sequence < 4; sequence += 1) {
      const packet = layOut(sealers[0], randomBytes(50))
      const [one, other] = [Buffer.from(packet), Buffer.from(packet)]
      sealers[0].seal(one, sequence)
      sealers[1].seal(other, sequence)
      expect(one).toEqual(other)
      for (const opener of openers) {
        expect(reopened(opener, one, sequence).packet.subarray(0, -16)).toEqual(packet.subarray(0, -16))
      }
    }
  })
})

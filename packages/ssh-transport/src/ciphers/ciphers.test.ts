import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Mac } from './aes-ctr-hmac.ts'
import { native } from './native.ts'
import { macs, type Suite, suitesBy } from './suites.ts'
import { layOut, openedFrom } from './testing/packets.ts'

const forms = { compiled: suitesBy(native), portable: suitesBy(undefined) }

const keysFor = (suite: Suite, mac: Mac) => ({
  initialVector: randomBytes(suite.initialVectorBytes),
  cipherKey: randomBytes(suite.keyBytes),
  macKey: randomBytes(mac.keyBytes),
})

const names = [...forms.compiled].flatMap(([cipher, { wantsMac }]) =>
  [...macs].slice(0, wantsMac ? undefined : 1).map(([mac]) => ({ cipher, mac })),
)

it('finds the addon built, so that two implementations are compared', () => {
  expect(native).toBeDefined()
})

describe.each(names)('$cipher with $mac', (name) => {
  const mac = macs.get(name.mac)!
  const compiled = forms.compiled.get(name.cipher)!
  const portable = forms.portable.get(name.cipher)!

  describe.each([
    { form: 'compiled', suite: compiled },
    { form: 'portable', suite: portable },
  ])('$form', ({ suite }) => {
    it('opens what it sealed, packet after packet', () => {
      const keys = keysFor(suite, mac)
      const sealer = suite.sealer(keys, mac)
      const opener = suite.opener(keys, mac)
      for (let sequence = 0; sequence < 5; sequence += 1) {
        const payload = randomBytes(20 + sequence * 1000)
        const packet = layOut(sealer, payload)
        sealer.seal(packet, sequence)
        expect(packet.includes(payload)).toBe(false)
        const opened = openedFrom(opener, packet, sequence)
        expect(opened.bytes).toBe(packet.length - 4 - sealer.tagBytes)
        expect(opened.packet.subarray(5, 5 + payload.length)).toEqual(payload)
      }
    })

    it.each([
      { part: 'length', at: () => 3 },
      { part: 'body', at: () => 40 },
      { part: 'tag', at: (packet: Buffer) => packet.length - 1 },
    ])('refuses a packet whose $part was changed', ({ at }) => {
      const keys = keysFor(suite, mac)
      const sealer = suite.sealer(keys, mac)
      const packet = layOut(sealer, randomBytes(100))
      sealer.seal(packet, 7)
      expect(() => openedFrom(suite.opener(keys, mac), packet, 7)).not.toThrow()
      packet[at(packet)]! ^= 1
      expect(() => openedFrom(suite.opener(keys, mac), packet, 7)).toThrow(Error)
    })
  })

  it('makes the same packets compiled and portable, and each opens what the other sealed', () => {
    const sizes = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 601, max: 40_000 }))
    const lists = fc.array(sizes, { minLength: 1, maxLength: 4 })
    // The sequence wraps around at 32 bits.
    const sequences = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 2 ** 32 - 4, max: 2 ** 32 - 1 }))
    const compare = (payloadBytes: readonly number[], from: number): void => {
      const keys = keysFor(compiled, mac)
      const sealers = [compiled.sealer(keys, mac), portable.sealer(keys, mac)] as const
      const openers = [portable.opener(keys, mac), compiled.opener(keys, mac)]
      for (const [index, bytes] of payloadBytes.entries()) {
        const sequence = (from + index) % 2 ** 32
        const plain = layOut(sealers[0], randomBytes(bytes))
        const sealed = sealers.map((sealer) => {
          const packet = Buffer.from(plain)
          sealer.seal(packet, sequence)
          return packet
        })
        expect(sealed[0]!.equals(sealed[1]!)).toBe(true)
        for (const opener of openers) {
          const { packet } = openedFrom(opener, sealed[0]!, sequence)
          const from = opener.unpaddedBytes
          expect(packet.subarray(from, -opener.tagBytes).equals(plain.subarray(from, -opener.tagBytes))).toBe(true)
        }
      }
    }
    fc.assert(fc.property(lists, sequences, compare), { numRuns: 25 })
  })
})

import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mixedRadix } from './sntrup761-encoding.ts'
import { encapsulateSntrup761, sntrup761Bytes, sortInConstantOrder } from './sntrup761.ts'

/** The same numbers each time. */
function drawer(): (target: Uint32Array) => void {
  let state = 1
  return (target) => {
    for (let i = 0; i < target.length; i += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      target[i] = state
    }
  }
}

describe('Streamlined NTRU Prime 761', () => {
  it('has keys and ciphertexts of the sizes that the draft names', () => {
    expect(sntrup761Bytes).toEqual({ publicKey: 1158, ciphertext: 1039 })
  })

  // The real client decapsulates in e2e/transport; this keeps what it has taken.
  it('makes of the same key and the same numbers the ciphertext and secret that were recorded', () => {
    const publicKey = Buffer.from(Array.from({ length: 1158 }, (_, i) => (i * 7 + 3) & 0x7f))
    const { ciphertext, secret } = encapsulateSntrup761(publicKey, drawer())
    const digest = createHash('sha256').update(ciphertext).update(secret).digest('hex')
    expect({ bytes: ciphertext.length, digest }).toEqual({
      bytes: 1039,
      digest: 'bc2cd93c3d8448de42ad04e92766641f27c8e32797ead90e8628aa4ae2993491',
    })
  })

  it('takes any public key of the right size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1158, maxLength: 1158 }), (publicKey) => {
        const { ciphertext, secret } = encapsulateSntrup761(Buffer.from(publicKey))
        expect([ciphertext.length, secret.length]).toEqual([1039, 32])
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    [761, 4591],
    [761, 1531],
    [5, 3],
  ])('writes %i numbers below %i so that they can be read again', (count, radix) => {
    const encoding = mixedRadix(count, radix)
    fc.assert(
      fc.property(fc.array(fc.nat(radix - 1), { minLength: count, maxLength: count }), (numbers) => {
        const encoded = encoding.encode(numbers)
        expect(encoded).toHaveLength(encoding.bytes)
        expect([...encoding.decode(encoded)]).toEqual(numbers)
      }),
      { numRuns: 20 },
    )
  })

  it('sorts whatever the order was', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 2, maxLength: 200 }), (numbers) => {
        const sorted = Int32Array.from(numbers)
        sortInConstantOrder(sorted)
        expect(sorted).toEqual(Int32Array.from(numbers).toSorted())
      }),
    )
  })
})

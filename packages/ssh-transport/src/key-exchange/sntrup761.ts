// Streamlined NTRU Prime 761 (draft-ietf-sshm-ntruprime-ssh; NTRU Prime submission to NIST, round 3): the half that a
// server needs, encapsulation to a client's key. The loops take neither branch nor address from the secret
// polynomial; that Node may compile them otherwise is why it is used together with X25519 only.
import { hash, randomFillSync } from 'node:crypto'
import { mixedRadix } from './sntrup761-encoding.ts'

const p = 761
const q = 4591
const weight = 286
/** Coefficients are kept from -halfQ to halfQ. */
const halfQ = (q - 1) / 2

/** Coefficients of a public key. */
const quotients = mixedRadix(p, q)
/** Coefficients rounded to multiples of three. */
const rounded = mixedRadix(p, (q + 2) / 3)
const confirmationBytes = 32

export const sntrup761Bytes = { publicKey: quotients.bytes, ciphertext: rounded.bytes + confirmationBytes } as const

/** The first half of SHA-512 over the bytes behind a prefix that separates the uses. */
function prefixedHash(prefix: number, ...parts: readonly Uint8Array[]): Buffer {
  return hash('sha512', Buffer.concat([Buffer.of(prefix), ...parts]), 'buffer').subarray(0, 32)
}

/** Orders the two places without a branch; numbers are compared as signed. */
function exchange(numbers: Int32Array, i: number, j: number): void {
  const a = numbers[i] ?? 0
  const b = numbers[j] ?? 0
  const difference = a ^ b
  let swap = (b - a) | 0
  swap ^= difference & (swap ^ b)
  swap = (swap >> 31) & difference
  numbers[i] = a ^ swap
  numbers[j] = b ^ swap
}

/** Batcher's odd-even merge exchange (Knuth, volume 3, algorithm 5.2.2 M): compares the same places whatever they hold. */
export function sortInConstantOrder(numbers: Int32Array): void {
  const top = 2 ** (Math.ceil(Math.log2(numbers.length)) - 1)
  for (let step = top; step > 0; step >>= 1) {
    let [distance, offset] = [step, 0]
    for (let merge = top; ; merge >>= 1) {
      for (let i = 0; i < numbers.length - distance; i += 1) {
        if ((i & step) === offset) exchange(numbers, i, i + distance)
      }
      if (merge === step) break
      distance = merge - step
      offset = step
    }
  }
}

/** A random polynomial with `weight` coefficients of 1 or -1: random signs are sorted to random places. */
function randomShort(fill: (target: Uint32Array) => void): Int8Array {
  const drawn = new Uint32Array(p)
  fill(drawn)
  const tagged = Int32Array.from(drawn, (number, i) => {
    const low = i < weight ? number & ~1 : (number & ~3) | 1
    // Order as unsigned numbers.
    return low ^ 0x80_00_00_00
  })
  sortInConstantOrder(tagged)
  return Int8Array.from(tagged, (number) => (number & 3) - 1)
}

/** The product in the ring of polynomials modulo x^p - x - 1 and q. Sums stay far below 2^31. */
function multiply(key: Int32Array, short: Int8Array): Int32Array {
  const product = new Int32Array(2 * p - 1)
  for (let i = 0; i < p; i += 1) {
    const factor = short[i] ?? 0
    for (let j = 0; j < p; j += 1) product[i + j] = (product[i + j] ?? 0) + factor * (key[j] ?? 0)
  }
  for (let i = 2 * p - 2; i >= p; i -= 1) {
    const high = product[i] ?? 0
    product[i - p] = (product[i - p] ?? 0) + high
    product[i - p + 1] = (product[i - p + 1] ?? 0) + high
  }
  return product.subarray(0, p)
}

/** From -halfQ to halfQ, without a branch. */
function centred(number: number): number {
  const remainder = number % q
  const positive = remainder + (q & (remainder >> 31))
  return positive - (q & ((halfQ - positive) >> 31))
}

/** Four coefficients to a byte, each plus one. */
function encodeShort(short: Int8Array): Buffer {
  const encoded = Buffer.alloc(Math.ceil(p / 4))
  short.forEach((coefficient, i) => {
    encoded[i >> 2] = (encoded[i >> 2] ?? 0) | ((coefficient + 1) << (2 * (i & 3)))
  })
  return encoded
}

/** Takes a public key of the right size; every such string is one. `fill` draws random numbers. */
export function encapsulateSntrup761(
  publicKey: Buffer,
  fill: (target: Uint32Array) => void = randomFillSync,
): { ciphertext: Buffer; secret: Buffer } {
  const key = Int32Array.from(quotients.decode(publicKey), (number) => number - halfQ)
  const short = randomShort(fill)
  const product = multiply(key, short)
  // Rounding to the nearest multiple of three takes the place of noise; then thirds from 0 upwards.
  const thirds = product.map((number) => Math.round(centred(number) / 3) + halfQ / 3)
  const encodedShort = encodeShort(short)
  const shortHash = prefixedHash(3, encodedShort)
  const confirmation = prefixedHash(2, shortHash, prefixedHash(4, publicKey))
  const ciphertext = Buffer.concat([rounded.encode(thirds), confirmation])
  return { ciphertext, secret: prefixedHash(1, shortHash, ciphertext) }
}

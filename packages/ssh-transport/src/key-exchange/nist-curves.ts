// RFC 5656 section 4: elliptic curve Diffie-Hellman on the NIST curves; points travel uncompressed.
import { createECDH } from 'node:crypto'
import { badShare, type ExchangeHash, type KeyExchangeMethod, numberSecret } from './method.ts'

const uncompressed = 4

/** `fieldBytes`: of one coordinate. The secret is the x coordinate with leading zeros. */
export function respondOnCurve(
  curve: 'prime256v1' | 'secp384r1' | 'secp521r1',
  fieldBytes: number,
  clientShare: Buffer,
): { serverShare: Buffer; secret: Buffer } {
  if (clientShare.length !== 1 + 2 * fieldBytes || clientShare[0] !== uncompressed) {
    throw badShare(`a point of ${curve} has ${1 + 2 * fieldBytes} bytes and is not compressed`)
  }
  const ecdh = createECDH(curve)
  const serverShare = ecdh.generateKeys()
  try {
    return { serverShare, secret: ecdh.computeSecret(clientShare) }
  } catch {
    throw badShare(`a point that is not on ${curve}`)
  }
}

const method = (
  curve: 'prime256v1' | 'secp384r1' | 'secp521r1',
  fieldBytes: number,
  hash: ExchangeHash,
): KeyExchangeMethod => ({
  hash,
  respond(clientShare) {
    const { serverShare, secret } = respondOnCurve(curve, fieldBytes, clientShare)
    return { serverShare, secret: numberSecret(secret) }
  },
})

export const nistp256 = method('prime256v1', 32, 'sha256')
export const nistp384 = method('secp384r1', 48, 'sha384')
export const nistp521 = method('secp521r1', 66, 'sha512')

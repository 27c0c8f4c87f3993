// RFC 8731: X25519, also the classical half of the hybrids.
import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { badShare, type KeyExchangeMethod, numberSecret } from './method.ts'

export const x25519Bytes = 32

/** SubjectPublicKeyInfo of X25519 up to the key (RFC 8410 section 4). */
const publicKeyPrefix = Buffer.from('302a300506032b656e032100', 'hex')

/** Throws a ProtocolViolation for shares of the wrong size and those that lead to a zero secret (section 3). */
export function respondX25519(clientShare: Buffer): { serverShare: Buffer; secret: Buffer } {
  if (clientShare.length !== x25519Bytes) throw badShare('an X25519 share has 32 bytes')
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const spki = { key: Buffer.concat([publicKeyPrefix, clientShare]), format: 'der', type: 'spki' } as const
  const secret = derive(() => diffieHellman({ privateKey, publicKey: createPublicKey(spki) }))
  const serverShare = publicKey.export({ format: 'der', type: 'spki' }).subarray(publicKeyPrefix.length)
  return { serverShare, secret }
}

/** OpenSSL refuses a zero secret; the check beside it does not depend on that. */
function derive(agree: () => Buffer): Buffer {
  let secret: Buffer
  try {
    secret = agree()
  } catch {
    throw badShare('an X25519 share of low order')
  }
  if (secret.every((byte) => byte === 0)) throw badShare('an X25519 share of low order')
  return secret
}

export const curve25519: KeyExchangeMethod = {
  hash: 'sha256',
  respond(clientShare) {
    const { serverShare, secret } = respondX25519(clientShare)
    return { serverShare, secret: numberSecret(secret) }
  },
}

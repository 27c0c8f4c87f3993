// Post-quantum key exchange together with a classical one; who breaks only one of the two has nothing.
// draft-ietf-sshm-mlkem-hybrid-kex and draft-ietf-sshm-ntruprime-ssh: the client sends a public key of the KEM and its
// classical share in one string, the server answers with ciphertext and its share, and the secret is the string
// HASH(secret of the KEM, classical secret).
import { createPublicKey, encapsulate, hash as digestOf } from 'node:crypto'
import { Writer } from '../wire.ts'
import { badShare, type ExchangeHash, type KeyExchangeMethod } from './method.ts'
import { respondOnCurve } from './nist-curves.ts'
import { encapsulateSntrup761, sntrup761Bytes } from './sntrup761.ts'
import { respondX25519, x25519Bytes } from './x25519.ts'

interface Encapsulation {
  readonly ciphertext: Buffer
  readonly secret: Buffer
}

interface Classical {
  readonly bytes: number
  respond(clientShare: Buffer): { serverShare: Buffer; secret: Buffer }
}

interface Kem {
  readonly publicKeyBytes: number
  /** Throws when the public key is malformed. */
  encapsulate(publicKey: Buffer): Encapsulation
}

/** SubjectPublicKeyInfo of ML-KEM-768 up to the key (RFC 9935). */
const mlkem768Prefix = Buffer.from('308204b2300b0609608648016503040402038204a100', 'hex')

const mlkem768: Kem = {
  publicKeyBytes: 1184,
  encapsulate(publicKey) {
    // OpenSSL checks the modulus as FIPS 203 section 7.2 demands.
    const spki = { key: Buffer.concat([mlkem768Prefix, publicKey]), format: 'der', type: 'spki' } as const
    const { ciphertext, sharedKey } = encapsulate(createPublicKey(spki))
    return { ciphertext, secret: sharedKey }
  },
}

const sntrup761: Kem = { publicKeyBytes: sntrup761Bytes.publicKey, encapsulate: encapsulateSntrup761 }

const x25519: Classical = { bytes: x25519Bytes, respond: respondX25519 }
const p256: Classical = { bytes: 65, respond: (share) => respondOnCurve('prime256v1', 32, share) }

function encapsulated(kem: Kem, publicKey: Buffer): Encapsulation {
  try {
    return kem.encapsulate(publicKey)
  } catch {
    throw badShare('a malformed post-quantum key')
  }
}

const hybrid = (kem: Kem, classical: Classical, hash: ExchangeHash): KeyExchangeMethod => ({
  hash,
  respond(clientShare) {
    const wanted = kem.publicKeyBytes + classical.bytes
    if (clientShare.length !== wanted) throw badShare(`a share of ${clientShare.length} bytes instead of ${wanted}`)
    const answer = classical.respond(clientShare.subarray(kem.publicKeyBytes))
    const { ciphertext, secret } = encapsulated(kem, clientShare.subarray(0, kem.publicKeyBytes))
    const both = digestOf(hash, Buffer.concat([secret, answer.secret]), 'buffer')
    return {
      serverShare: Buffer.concat([ciphertext, answer.serverShare]),
      secret: new Writer().bytes(both).finish(),
    }
  },
})

export const mlkem768WithX25519 = hybrid(mlkem768, x25519, 'sha256')
export const mlkem768WithP256 = hybrid(mlkem768, p256, 'sha256')
export const sntrup761WithX25519 = hybrid(sntrup761, x25519, 'sha512')

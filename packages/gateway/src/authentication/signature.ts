// Checking a signature in its wire form (RFC 4253 section 6.6, RFC 5656 section 3.1.2, RFC 8332, OpenSSH's PROTOCOL.u2f).
import { createHash, type KeyObject, verify } from 'node:crypto'
import { Reader } from '../ssh/wire.ts'
import type { KeyType, PublicKey } from './public-key.ts'

/** What a security key has to vouch for beyond possession (PROTOCOL.u2f, "flags"). */
export interface Demands {
  /** Somebody touched it. */
  readonly presence: boolean
  /** It knows who: by PIN or by fingerprint. */
  readonly verification: boolean
}

export type SignatureVerdict = 'good' | 'bad' | 'not_touched' | 'not_verified'

/** FIDO CTAP2, authenticator data: UP and UV. */
const flagBits = { presence: 1, verification: 4 } as const

const ecdsaForms = {
  'ecdsa-sha2-nistp256': { bytes: 32, hash: 'sha256' },
  'ecdsa-sha2-nistp384': { bytes: 48, hash: 'sha384' },
  'ecdsa-sha2-nistp521': { bytes: 66, hash: 'sha512' },
  'sk-ecdsa-sha2-nistp256@openssh.com': { bytes: 32, hash: 'sha256' },
} as const

/** The signature algorithms that a key of this type may use; none with SHA-1. */
export const signatureAlgorithmsOf = (type: KeyType): readonly string[] =>
  type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type]

/** Two mpints; padded here to the fixed size that IEEE P1363 wants. */
function fixedSizePair(signature: Buffer, bytes: number): Buffer | undefined {
  const reader = new Reader(signature)
  const pair = Buffer.alloc(2 * bytes)
  for (const end of [bytes, 2 * bytes]) {
    const number = reader.bytes()
    const start = number[0] === 0 ? 1 : 0
    const length = number.length - start
    if (length > bytes) return undefined
    number.copy(pair, end - length, start)
  }
  return reader.remaining > 0 ? undefined : pair
}

function checkEcdsa(type: keyof typeof ecdsaForms, key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  const { bytes, hash } = ecdsaForms[type]
  const pair = fixedSizePair(signature, bytes)
  return pair !== undefined && verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, pair)
}

function isGood({ type, publicKey }: PublicKey, algorithm: string, signed: Buffer, signature: Buffer): boolean {
  switch (type) {
    case 'ssh-rsa':
      return verify(algorithm === 'rsa-sha2-512' ? 'sha512' : 'sha256', signed, publicKey, signature)
    case 'ssh-ed25519':
    case 'sk-ssh-ed25519@openssh.com':
      return verify(null, signed, publicKey, signature)
    default:
      return checkEcdsa(type, publicKey, signed, signature)
  }
}

/** What a security key really signs: it adds its flags and how often it was used (the counter is not judged). */
function signedBySecurityKey(application: Buffer, signed: Buffer, flags: number, counter: number): Buffer {
  const block = Buffer.alloc(69)
  createHash('sha256').update(application).digest().copy(block, 0)
  block[32] = flags
  block.writeUInt32BE(counter, 33)
  createHash('sha256').update(signed).digest().copy(block, 37)
  return block
}

function check(key: PublicKey, algorithm: string, wire: Buffer, signed: Buffer, demands: Demands): SignatureVerdict {
  const reader = new Reader(wire)
  // The algorithm inside must be the one that was asked for, or a weaker hash could be slipped in.
  if (reader.text() !== algorithm || !signatureAlgorithmsOf(key.type).includes(algorithm)) return 'bad'
  const signature = reader.bytes()
  if (!key.application) return reader.remaining === 0 && isGood(key, algorithm, signed, signature) ? 'good' : 'bad'
  const flags = reader.byte()
  const counter = reader.uint32()
  const block = signedBySecurityKey(key.application, signed, flags, counter)
  // Flags mean something only when the key signed them.
  if (reader.remaining > 0 || !isGood(key, algorithm, block, signature)) return 'bad'
  if (demands.presence && (flags & flagBits.presence) === 0) return 'not_touched'
  return demands.verification && (flags & flagBits.verification) === 0 ? 'not_verified' : 'good'
}

/** Whether `wire` is a signature of `signed` by `key`, made with `algorithm`. Never throws. */
export function checkSignature(
  key: PublicKey,
  algorithm: string,
  wire: Buffer,
  signed: Buffer,
  demands: Demands,
): SignatureVerdict {
  try {
    return check(key, algorithm, wire, signed, demands)
  } catch {
    // Too short, or numbers that the algorithm cannot work with.
    return 'bad'
  }
}

// Public keys as users present them: parsing (RFC 4253 section 6.6, RFC 5656, RFC 8332, RFC 8709, and OpenSSH's
// PROTOCOL.u2f for security keys) and checking what they signed.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Fingerprint } from '@sshore/contract'
import type { UserSignatureAlgorithm } from '../ssh/algorithms.ts'
import { userSignatureAlgorithms } from '../ssh/algorithms.ts'
import type { KeySignature, OfferedKey } from '../ssh/authentication-service.ts'
import { ProtocolViolation, Reader } from '../ssh/wire.ts'

/** Why a key cannot be used here at all, whoever it belongs to. */
export type KeyProblem = 'dsa' | 'rsa_sha1' | 'rsa_too_short' | 'certificate' | 'unsupported' | 'malformed'

export interface UserKey {
  readonly algorithm: UserSignatureAlgorithm
  readonly blob: Buffer
  readonly publicKey: KeyObject
  /** MD5, as the contract identifies keys. */
  readonly fingerprint: Fingerprint
  /** `SHA256:…`, as people know it. */
  readonly shownFingerprint: string
  /** Set for security keys: the application the key is bound to. */
  readonly application: Buffer | undefined
}

/** NIST SP 800-131A: shorter RSA keys are disallowed. */
const rsaBitsLeast = 2048

const curves = {
  nistp256: { name: 'P-256', bytes: 32, hash: 'sha256' },
  nistp384: { name: 'P-384', bytes: 48, hash: 'sha384' },
  nistp521: { name: 'P-521', bytes: 66, hash: 'sha512' },
} as const
type Curve = keyof typeof curves

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

function isCurve(name: string): name is Curve {
  return Object.hasOwn(curves, name)
}

const isKnown = (algorithm: string): algorithm is UserSignatureAlgorithm =>
  userSignatureAlgorithms.some((known) => known === algorithm)

/** The key type that a signature algorithm works with. */
const keyTypeOf = (algorithm: UserSignatureAlgorithm): string =>
  algorithm === 'rsa-sha2-256' || algorithm === 'rsa-sha2-512' ? 'ssh-rsa' : algorithm

function ed25519(point: Buffer): KeyObject {
  if (point.length !== 32) throw new ProtocolViolation('malformed key')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: base64Url(point) } })
}

function ecdsa(curve: string, point: Buffer): KeyObject {
  if (!isCurve(curve)) throw new ProtocolViolation('malformed key')
  const { name, bytes } = curves[curve]
  if (point[0] !== 4 || point.length !== 1 + 2 * bytes) throw new ProtocolViolation('malformed key')
  const key = {
    kty: 'EC',
    crv: name,
    x: base64Url(point.subarray(1, 1 + bytes)),
    y: base64Url(point.subarray(1 + bytes)),
  }
  return createPublicKey({ format: 'jwk', key })
}

function rsa(exponent: Buffer, modulus: Buffer): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'RSA', e: base64Url(exponent), n: base64Url(modulus) } })
}

function keyOf(type: string, reader: Reader): { publicKey: KeyObject; application: Buffer | undefined } {
  if (type === 'ssh-ed25519') return { publicKey: ed25519(reader.bytes()), application: undefined }
  if (type === 'ssh-rsa') return { publicKey: rsa(reader.bytes(), reader.bytes()), application: undefined }
  if (type === 'sk-ssh-ed25519@openssh.com') return { publicKey: ed25519(reader.bytes()), application: reader.bytes() }
  const publicKey = ecdsa(reader.text(), reader.bytes())
  return { publicKey, application: type.startsWith('sk-') ? reader.bytes() : undefined }
}

export function fingerprintOf(blob: Uint8Array): Fingerprint {
  const digest = createHash('md5').update(blob).digest('hex')
  return (digest.match(/../g) ?? []).join(':') as Fingerprint
}

const shownFingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

/** Reads an offered key, or says why it will not do. */
export function readUserKey(offered: OfferedKey): UserKey | KeyProblem {
  const { algorithm, blob } = offered
  if (algorithm === 'ssh-dss') return 'dsa'
  if (algorithm === 'ssh-rsa') return 'rsa_sha1'
  if (algorithm.includes('-cert-v0')) return 'certificate'
  if (!isKnown(algorithm)) return 'unsupported'
  try {
    const reader = new Reader(blob)
    const type = reader.text()
    if (type !== keyTypeOf(algorithm)) return 'malformed'
    const { publicKey, application } = keyOf(type, reader)
    if (reader.remaining > 0) return 'malformed'
    if (type === 'ssh-rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < rsaBitsLeast) {
      return 'rsa_too_short'
    }
    const copy = Buffer.from(blob)
    const shownFingerprint = shownFingerprintOf(copy)
    return { algorithm, blob: copy, publicKey, application, fingerprint: fingerprintOf(copy), shownFingerprint }
  } catch {
    // Too short, or not a point of its curve.
    return 'malformed'
  }
}

/** RFC 5656 section 3.1.2: two mpints; padded here to the fixed size that IEEE P1363 wants. */
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
  return pair
}

function checkEcdsa(key: UserKey, curve: Curve, signed: Buffer, signature: Buffer): boolean {
  const { bytes, hash } = curves[curve]
  const pair = fixedSizePair(signature, bytes)
  return pair !== undefined && verify(hash, signed, { key: key.publicKey, dsaEncoding: 'ieee-p1363' }, pair)
}

/** What a security key really signs: it adds whether somebody touched it, and how often it was used. */
function signedBySecurityKey(application: Buffer, signed: Buffer, tail: Reader): Buffer | undefined {
  const flags = tail.byte()
  const counter = tail.uint32()
  const touched = (flags & 1) === 1
  if (!touched) return undefined
  const block = Buffer.alloc(69)
  createHash('sha256').update(application).digest().copy(block, 0)
  block[32] = flags
  block.writeUInt32BE(counter, 33)
  createHash('sha256').update(signed).digest().copy(block, 37)
  return block
}

/** Whether `proof` shows possession of the key. */
export function provesPossession(key: UserKey, proof: KeySignature): boolean {
  try {
    const reader = new Reader(proof.signature)
    // The algorithm inside must be the one that was asked for, or a weaker hash could be slipped in.
    if (reader.text() !== key.algorithm) return false
    const signature = reader.bytes()
    const signed = key.application ? signedBySecurityKey(key.application, proof.signed, reader) : proof.signed
    if (!signed || reader.remaining > 0) return false
    if (key.algorithm === 'rsa-sha2-512' || key.algorithm === 'rsa-sha2-256') {
      return verify(key.algorithm === 'rsa-sha2-512' ? 'sha512' : 'sha256', signed, key.publicKey, signature)
    }
    const curve = /nistp\d+/.exec(key.algorithm)?.[0]
    if (curve !== undefined && isCurve(curve)) return checkEcdsa(key, curve, signed, signature)
    return verify(null, signed, key.publicKey, signature)
  } catch {
    return false
  }
}

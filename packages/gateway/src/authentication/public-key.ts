// Public keys in their wire form (RFC 4253 section 6.6, RFC 5656, RFC 8709, and OpenSSH's PROTOCOL.u2f for security
// keys).
import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { Fingerprint } from '@sshore/contract'
import { ProtocolViolation, Reader } from '../ssh/wire.ts'

const keyTypes = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
] as const
export type KeyType = (typeof keyTypes)[number]

export interface PublicKey {
  readonly type: KeyType
  readonly publicKey: KeyObject
  /** Set for security keys: the application the key is bound to. */
  readonly application: Buffer | undefined
}

/** A key that is sound in itself but may not be used. */
export class WeakKey extends Error {
  override readonly name = 'WeakKey'
}

/** NIST SP 800-131A: shorter RSA keys are disallowed. */
const rsaBitsLeast = 2048

const curves = {
  nistp256: { name: 'P-256', bytes: 32 },
  nistp384: { name: 'P-384', bytes: 48 },
  nistp521: { name: 'P-521', bytes: 66 },
} as const
type Curve = keyof typeof curves

export const isKeyType = (name: string): name is KeyType => keyTypes.some((known) => known === name)

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

function ed25519(point: Buffer): KeyObject {
  if (point.length !== 32) throw new ProtocolViolation('malformed key')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: base64Url(point) } })
}

function ecdsa(curve: Curve, reader: Reader): KeyObject {
  const named = reader.text()
  const point = reader.bytes()
  const { name, bytes } = curves[curve]
  // 4: uncompressed (SEC 1 section 2.3.3), the only form that RFC 5656 requires.
  if (named !== curve || point[0] !== 4 || point.length !== 1 + 2 * bytes) throw new ProtocolViolation('malformed key')
  const x = base64Url(point.subarray(1, 1 + bytes))
  const y = base64Url(point.subarray(1 + bytes))
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: name, x, y } })
}

function rsa(reader: Reader): KeyObject {
  const e = base64Url(reader.bytes())
  const n = base64Url(reader.bytes())
  const key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', e, n } })
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < rsaBitsLeast) throw new WeakKey('RSA key too short')
  return key
}

/** Reads the fields behind the type's name; throws for what is no key of the type, `WeakKey` for a short RSA key. */
export function readKeyFields(type: KeyType, reader: Reader): PublicKey {
  switch (type) {
    case 'ssh-ed25519':
      return { type, publicKey: ed25519(reader.bytes()), application: undefined }
    case 'ssh-rsa':
      return { type, publicKey: rsa(reader), application: undefined }
    case 'ecdsa-sha2-nistp256':
      return { type, publicKey: ecdsa('nistp256', reader), application: undefined }
    case 'ecdsa-sha2-nistp384':
      return { type, publicKey: ecdsa('nistp384', reader), application: undefined }
    case 'ecdsa-sha2-nistp521':
      return { type, publicKey: ecdsa('nistp521', reader), application: undefined }
    case 'sk-ssh-ed25519@openssh.com':
      return { type, publicKey: ed25519(reader.bytes()), application: Buffer.from(reader.bytes()) }
    case 'sk-ecdsa-sha2-nistp256@openssh.com':
      return { type, publicKey: ecdsa('nistp256', reader), application: Buffer.from(reader.bytes()) }
  }
}

/** Reads a whole key, with its type in front and nothing behind. Throws as `readKeyFields`. */
export function readPublicKey(blob: Buffer): PublicKey {
  const reader = new Reader(blob)
  const type = reader.text()
  if (!isKeyType(type)) throw new ProtocolViolation('unknown key type')
  const key = readKeyFields(type, reader)
  if (reader.remaining > 0) throw new ProtocolViolation('malformed key')
  return key
}

/** MD5 of the wire form, as the contract identifies keys. */
export function fingerprintOf(blob: Uint8Array): Fingerprint {
  const digest = createHash('md5').update(blob).digest('hex')
  return (digest.match(/../g) ?? []).join(':') as Fingerprint
}

/** `SHA256:…`, as people know it. */
export const shownFingerprintOf = (blob: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`

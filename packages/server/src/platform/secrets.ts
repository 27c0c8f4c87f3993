import { createHash, type KeyObject, sign, timingSafeEqual } from 'node:crypto'

const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()

/** Lower-case hex, 64 digits. Ed25519 signatures are deterministic, so it is the same at every start and nobody without the key can make it. */
export const setupSignature = (privateKey: KeyObject): string =>
  sha256(sign(null, Buffer.from('sshore setup'), privateKey)).toString('hex')

/** A key for one use, made from the server's own; hex. */
export const keyFor = (use: string, privateKey: KeyObject): string =>
  sha256(sign(null, Buffer.from(`sshore key ${use}`), privateKey)).toString('hex')

/** Compares secrets in a time that tells nothing about them, not even their length. */
export const equalSecrets = (left: string, right: string): boolean => timingSafeEqual(sha256(left), sha256(right))

/** What is stored of an API key: SHA-256, hex. The keys we make hold 122 random bits, so no slower hash is needed. */
export const hashOfKey = (key: string): string => sha256(key.toLowerCase()).toString('hex')

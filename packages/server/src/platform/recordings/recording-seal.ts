// What binds recordings to this server: a key that signs them, made from the server's own, and a key for each that encrypts it.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

export interface RecordingSeal {
  /** Ed25519. */
  readonly publicKey: KeyObject
  /** `SHA256:…` of its DER form, as OpenSSH writes fingerprints. */
  readonly fingerprint: string
  sign(bytes: Uint8Array): Uint8Array
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS#8 (RFC 8410, section 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createRecordingSeal(serverKey: KeyObject): RecordingSeal {
  const seed = serverKey.export({ type: 'pkcs8', format: 'der' })
  const secret = Buffer.from(hkdfSync('sha256', seed, '', 'sshore recordings', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, secret]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const digest = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return {
    publicKey,
    fingerprint: `SHA256:${digest.replace(/=+$/, '')}`,
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

const nonceBytes = 12
const tagBytes = 16

export const newBlockKey = (): Buffer => randomBytes(32)

/** AES-256-GCM; opens only for the same block. */
export function encryptBlock(key: Uint8Array, number: number, content: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(number)))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Fails when it was changed. */
export function decryptBlock(key: Uint8Array, number: number, stored: Uint8Array): Uint8Array {
  if (stored.length < nonceBytes + tagBytes) throw new Error('This is no encrypted block.')
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(String(number))).setAuthTag(stored.subarray(-tagBytes))
  return Buffer.concat([decipher.update(stored.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

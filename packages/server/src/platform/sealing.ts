// Secrets that have to be read again (private keys of authorities and the like) are stored sealed: whoever has the database
// alone cannot open them.
import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

export interface Sealer {
  /** `context` names what the secret belongs to; it opens only under the same one. */
  seal(secret: Uint8Array, context: string): string
  /** Throws when the seal is broken, of another server or of another context. */
  open(sealed: string, context: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16
const version = 's1'

/** Seals with AES-256-GCM under a key made from the server's own. */
export function createSealer(serverKey: KeyObject): Sealer {
  const seed = serverKey.export({ type: 'pkcs8', format: 'der' })
  const key = Buffer.from(hkdfSync('sha256', seed, '', 'sshore sealed secrets', 32))
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return `${version}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, context) {
      const [given, text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      if (given !== version || bytes.length < nonceBytes + tagBytes) throw new Error('This is no sealed secret.')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
  }
}

// Secrets on their way between two servers: sealed with a passphrase that people carry beside the file.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** RFC 7914, section 2: 128 MiB for one guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const
const nonceBytes = 12
const tagBytes = 16
const saltBytes = 16

export interface PassphraseSeal {
  /** Goes into the file, so that the same key can be made again. */
  readonly salt: string
  seal(secret: Uint8Array, context: string): string
  /** Throws when the passphrase was another one, or the text was changed. */
  open(sealed: string, context: string): Buffer
}

const stretch = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)

/** AES-256-GCM under a key made from the passphrase; without `salt` a new one is drawn. */
export async function passphraseSeal(
  passphrase: string,
  salt = randomBytes(saltBytes).toString('base64url'),
): Promise<PassphraseSeal> {
  const key = await stretch(passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, cost)
  return {
    salt,
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
    },
  }
}

// The key by which a container is known as a device: made from one seed and the container's identifier, so that nothing
// has to be kept for each container and it is the same device after a restart of whoever follows it.
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'

export interface ContainerKey {
  /** PEM, SPKI, as it is registered. */
  readonly publicKey: string
  /** Base64 of the Ed25519 signature over the text's UTF-8 bytes. */
  sign(text: string): string
}

export const seedBytes = 32
/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410 section 7). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** `seed` are 32 secret bytes. */
export function containerKey(seed: Uint8Array, containerId: string): ContainerKey {
  const secret = hkdfSync('sha256', seed, '', `sshore container ${containerId}`, seedBytes)
  const der = Buffer.concat([keyPrefix, Buffer.from(secret)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    publicKey: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  }
}

// Checks that an agent holds the private key its device was registered with.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** PKCS#1 (`BEGIN RSA PUBLIC KEY`) comes from agents in the field, SPKI from ours. */
export function readDeviceKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    return undefined
  }
}

/** Whether `signature` (base64) over `text` was made with the device's key: Ed25519, or RSA PKCS#1 v1.5 with SHA-256. */
export function provesDevice(key: KeyObject, text: string, signature: string): boolean {
  const algorithm = key.asymmetricKeyType === 'rsa' ? 'sha256' : null
  try {
    return verify(algorithm, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

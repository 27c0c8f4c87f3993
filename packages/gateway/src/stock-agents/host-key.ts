// The key of a stock agent: it stands for the device, and it is the host key of the device's SSH server.
import { createPublicKey, type KeyObject } from 'node:crypto'
import { Writer } from '../ssh/wire.ts'

const fromBase64Url = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

/** The wire form of an RSA key (RFC 4253 section 6.6); undefined for keys of other kinds. */
export function rsaBlob(key: KeyObject): Buffer | undefined {
  if (key.asymmetricKeyType !== 'rsa') return undefined
  const { e, n } = key.export({ format: 'jwk' })
  return new Writer().text('ssh-rsa').positive(fromBase64Url(e)).positive(fromBase64Url(n)).finish()
}

/** What the device's SSH server must show: the key it was registered with (PEM, PKCS#1 or SPKI). */
export function hostKeyOf(pem: string): Buffer | undefined {
  try {
    return rsaBlob(createPublicKey(pem))
  } catch {
    return undefined
  }
}

// The key of a stock agent: it stands for the device, and it is the host key of the device's SSH server.
import { createPublicKey, type KeyObject } from 'node:crypto'

const lengthOf = (bytes: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

const string = (bytes: Uint8Array): Buffer => Buffer.concat([lengthOf(bytes), bytes])

/** RFC 4251 section 5: a positive number begins with a byte below 128. */
function mpint(base64url: string | undefined): Buffer {
  const bytes = Buffer.from(base64url ?? '', 'base64url')
  return string((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

/** The wire form of an RSA key (RFC 4253 section 6.6); undefined for keys of other kinds. */
export function rsaBlob(key: KeyObject): Buffer | undefined {
  if (key.asymmetricKeyType !== 'rsa') return undefined
  const { e, n } = key.export({ format: 'jwk' })
  return Buffer.concat([string(Buffer.from('ssh-rsa')), mpint(e), mpint(n)])
}

/** What the device's SSH server must show: the key it was registered with (PEM, PKCS#1 or SPKI). */
export function hostKeyOf(pem: string): Buffer | undefined {
  try {
    return rsaBlob(createPublicKey(pem))
  } catch {
    return undefined
  }
}

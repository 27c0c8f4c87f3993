// A key as a browser makes one: by WebCrypto, which signs without SSH's envelopes.
import { webcrypto } from 'node:crypto'

export interface BrowserKey {
  /** The public half as one line of OpenSSH. */
  readonly line: string
  /** Base64 of the bare signature over base64 of something. */
  sign(data: string): Promise<string>
}

const { subtle } = webcrypto

const kinds = {
  ed25519: { make: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  ecdsa: { make: { name: 'ECDSA', namedCurve: 'P-256' }, sign: { name: 'ECDSA', hash: 'SHA-256' } },
  rsa: {
    make: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-512',
    },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
} as const
export type BrowserKeyType = keyof typeof kinds

function field(content: Uint8Array | string): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** RFC 4251 section 5: a leading zero keeps it positive. */
function number(base64Url = ''): Buffer {
  const bytes = Buffer.from(base64Url, 'base64url')
  return field((bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes)
}

async function wireForm(type: BrowserKeyType, key: webcrypto.CryptoKey): Promise<[name: string, Buffer]> {
  if (type === 'rsa') {
    const { e, n } = await subtle.exportKey('jwk', key)
    return ['ssh-rsa', Buffer.concat([number(e), number(n)])]
  }
  const raw = Buffer.from(await subtle.exportKey('raw', key))
  if (type === 'ed25519') return ['ssh-ed25519', field(raw)]
  return ['ecdsa-sha2-nistp256', Buffer.concat([field('nistp256'), field(raw)])]
}

export async function newBrowserKey(type: BrowserKeyType = 'ed25519'): Promise<BrowserKey> {
  const { make, sign } = kinds[type]
  const made = await subtle.generateKey(make, true, ['sign', 'verify'])
  if (!('publicKey' in made)) throw new Error('A signing key has two halves.')
  const [name, fields] = await wireForm(type, made.publicKey)
  const line = `${name} ${Buffer.concat([field(name), fields]).toString('base64')} browser`
  return {
    line,
    sign: async (data) =>
      Buffer.from(await subtle.sign(sign, made.privateKey, Buffer.from(data, 'base64'))).toString('base64'),
  }
}

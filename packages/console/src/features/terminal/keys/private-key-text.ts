// A private key as somebody has it in a file: OpenSSH's own form, or PKCS #8. It is read here and goes nowhere.
import { isKeyKind, type KeyKindName, kindOf, keyKinds } from './key-kinds.ts'
import { type Bytes, FieldReader, fromBase64, toBase64Url } from '../ssh-wire.ts'

/** Why a text is no key that can be used. */
export class KeyTextError extends Error {
  readonly reason: 'no-key' | 'passphrase' | 'kind'

  constructor(reason: KeyTextError['reason']) {
    super(`no key to use: ${reason}`)
    this.reason = reason
  }
}

function contentOf(text: string, label: string): Bytes | undefined {
  const [, content] = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(text) ?? []
  if (content === undefined) return undefined
  try {
    return fromBase64(content.replaceAll(/\s/g, ''))
  } catch {
    throw new KeyTextError('no-key')
  }
}

/** Numbers of a JWK have the width of the curve. */
function padded(bytes: Bytes, width: number): string {
  const all = new Uint8Array(width)
  all.set(bytes.subarray(-width), Math.max(0, width - bytes.length))
  return toBase64Url(all)
}

const widths = { 'ecdsa-sha2-nistp256': 32, 'ecdsa-sha2-nistp384': 48, 'ecdsa-sha2-nistp521': 66 } as const

function bigint(bytes: Bytes): bigint {
  let sum = 0n
  for (const byte of bytes) sum = sum * 256n + BigInt(byte)
  return sum
}

function bytesOf(value: bigint): Bytes {
  const hex = value.toString(16)
  return Uint8Array.from((hex.length % 2 === 1 ? `0${hex}` : hex).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
}

function rsa(reader: FieldReader): JsonWebKey {
  const [n, e, d, qi, p, q] = Array.from({ length: 6 }, () => reader.number())
  if (!n || !e || !d || !qi || !p || !q) throw new KeyTextError('no-key')
  const exponent = (prime: Bytes): string => toBase64Url(bytesOf(bigint(d) % (bigint(prime) - 1n)))
  const text = toBase64Url
  const halves = { p: text(p), q: text(q), qi: text(qi), dp: exponent(p), dq: exponent(q) }
  return { kty: 'RSA', n: text(n), e: text(e), d: text(d), ...halves }
}

function privateFields(kind: KeyKindName, reader: FieldReader): JsonWebKey {
  if (kind === 'ssh-rsa') return rsa(reader)
  if (kind === 'ssh-ed25519') {
    const x = reader.field()
    return { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(x), d: toBase64Url(reader.field().subarray(0, 32)) }
  }
  reader.field()
  const [width, point, d] = [widths[kind], reader.field(), reader.number()]
  const [x, y] = [point.slice(1, 1 + width), point.slice(1 + width)]
  const crv = `P-${kind.slice(-3)}`
  return { kty: 'EC', crv, x: toBase64Url(x), y: toBase64Url(y), d: padded(d, width) }
}

const magic = 'openssh-key-v1\0'

/** PROTOCOL.key of OpenSSH. */
function openSshKey(bytes: Bytes): JsonWebKey {
  const reader = new FieldReader(bytes)
  if (new TextDecoder().decode(reader.take(magic.length)) !== magic) throw new KeyTextError('no-key')
  if (reader.text() !== 'none') throw new KeyTextError('passphrase')
  reader.field()
  reader.field()
  if (reader.uint32() !== 1) throw new KeyTextError('no-key')
  reader.field()
  const inner = new FieldReader(reader.field())
  const checks = [inner.uint32(), inner.uint32()]
  if (checks[0] !== checks[1]) throw new KeyTextError('no-key')
  const kind = inner.text()
  if (!isKeyKind(kind)) throw new KeyTextError('kind')
  return privateFields(kind, inner)
}

async function pkcs8Key(bytes: Bytes): Promise<JsonWebKey> {
  for (const name of Object.keys(keyKinds).filter(isKeyKind)) {
    try {
      const key = await crypto.subtle.importKey('pkcs8', bytes, kindOf(name).importing, true, ['sign'])
      return await crypto.subtle.exportKey('jwk', key)
    } catch {
      // Of another kind: the next one is tried.
    }
  }
  throw new KeyTextError('kind')
}

/** The key in the text, as WebCrypto takes it. Fails with `KeyTextError`. */
export async function parsePrivateKey(text: string): Promise<JsonWebKey> {
  try {
    const own = contentOf(text, 'OPENSSH PRIVATE KEY')
    if (own) return openSshKey(own)
    const pkcs8 = contentOf(text, 'PRIVATE KEY')
    if (pkcs8) return await pkcs8Key(pkcs8)
  } catch (error) {
    throw error instanceof KeyTextError ? error : new KeyTextError('no-key')
  }
  if (/BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(text)) throw new KeyTextError('passphrase')
  throw new KeyTextError(/BEGIN (RSA|EC|DSA) PRIVATE KEY/.test(text) ? 'kind' : 'no-key')
}

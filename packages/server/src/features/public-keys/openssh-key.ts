// Reads public keys in OpenSSH's one-line form (sshd(8), AUTHORIZED_KEYS FILE FORMAT; wire forms: RFC 4253 section
// 6.6, RFC 5656 section 3.1, RFC 8709 section 4, OpenSSH PROTOCOL.u2f).
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import { Failure, type Fingerprint } from '@sshore/contract'
import { WireReader } from './wire-reader.ts'

export interface OpenSshKey {
  /** Algorithm and base64 of the wire form, without a comment; `verify-required` in front where it was given. */
  readonly line: string
  readonly algorithm: string
  /** Wire form. */
  readonly blob: Buffer
  readonly fingerprint: Fingerprint
}

const rsaBitsMin = 2048
const rsaBitsMax = 16_384
const advice = 'Make a new key, for example with ssh-keygen -t ed25519.'

const refuse = (message: string): never => {
  throw new Failure('unprocessable_public_key', { fields: ['data'], message })
}

const broken = (): never => refuse('The public key is cut off or damaged; copy the whole line of the .pub file.')

/** Fails unless the numbers are a key that the curve or the algorithm knows. */
function checkNumbers(jwk: JsonWebKey): number {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return key.asymmetricKeyDetails?.modulusLength ?? 0
  } catch {
    return broken()
  }
}

function checkPoint(reader: WireReader, curve: string, jwkCurve: string, coordinateBytes: number): void {
  if (reader.text() !== curve) broken()
  const point = reader.bytes()
  // 4: both coordinates follow uncompressed (SEC 1 section 2.3.3), the only form that RFC 5656 requires.
  if (point.length !== 1 + 2 * coordinateBytes || point[0] !== 4) broken()
  const x = Buffer.from(point.subarray(1, 1 + coordinateBytes)).toString('base64url')
  const y = Buffer.from(point.subarray(1 + coordinateBytes)).toString('base64url')
  checkNumbers({ kty: 'EC', crv: jwkCurve, x, y })
}

function checkEd25519(reader: WireReader): void {
  if (reader.bytes().length !== 32) broken()
}

function checkRsa(reader: WireReader): void {
  const e = Buffer.from(reader.bytes()).toString('base64url')
  const n = reader.bytes()
  if (n.length * 8 > rsaBitsMax + 8) refuse(`RSA keys of more than ${rsaBitsMax} bits are not accepted.`)
  const bits = checkNumbers({ kty: 'RSA', e, n: Buffer.from(n).toString('base64url') })
  if (bits < rsaBitsMin) refuse(`This RSA key has ${bits} bits; ${rsaBitsMin} are the least. ${advice}`)
}

/** Algorithm → reads the rest of the wire form, and fails if it is not a sound key. */
const algorithms: Readonly<Record<string, (reader: WireReader) => void>> = {
  'ssh-ed25519': checkEd25519,
  'ssh-rsa': checkRsa,
  'ecdsa-sha2-nistp256': (reader) => checkPoint(reader, 'nistp256', 'P-256', 32),
  'ecdsa-sha2-nistp384': (reader) => checkPoint(reader, 'nistp384', 'P-384', 48),
  'ecdsa-sha2-nistp521': (reader) => checkPoint(reader, 'nistp521', 'P-521', 66),
  'sk-ssh-ed25519@openssh.com': (reader) => {
    checkEd25519(reader)
    if (reader.text() === '') broken()
  },
  'sk-ecdsa-sha2-nistp256@openssh.com': (reader) => {
    checkPoint(reader, 'nistp256', 'P-256', 32)
    if (reader.text() === '') broken()
  },
}

const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function refuseUnknown(algorithm: string): never {
  if (algorithm.startsWith('-----BEGIN')) {
    return refuse(
      'This is a key file in PEM form, perhaps a private key. Send the .pub file: one line that starts with ssh-….',
    )
  }
  if (algorithm === 'ssh-dss') return refuse(`DSA keys are no longer safe. ${advice}`)
  return refuse(
    'This is not a public key in OpenSSH form: one line that starts with ssh-ed25519, ecdsa-sha2-…, ssh-rsa or sk-….',
  )
}

/** The colon-separated MD5 of the wire form (RFC 4716 section 4), by which existing clients name keys. */
const fingerprintOf = (wireForm: Uint8Array): Fingerprint =>
  (createHash('md5').update(wireForm).digest('hex').match(/../g) ?? []).join(':') as Fingerprint

/** A security key has to know its user, by PIN or fingerprint; the one option that a line may begin with. */
const verifyRequired = 'verify-required'

/**
 * Parses one line: algorithm, base64, optional comment. Options in front of the algorithm are refused, but for `verify-required`
 * with a security key.
 * Fails with `unprocessable_public_key` and a sentence that says what is wrong.
 */
export function parseOpenSshKey(text: string): OpenSshKey {
  const lines = text.trim().split(/\r?\n/)
  const words = (lines[0] ?? '').trim().split(/[ \t]+/)
  const option = words[0] === verifyRequired && words[1]?.startsWith('sk-') === true
  const [algorithm = '', encoded = ''] = option ? words.slice(1) : words
  const check = Object.hasOwn(algorithms, algorithm) ? algorithms[algorithm] : undefined
  if (!check) return refuseUnknown(algorithm)
  if (lines.length > 1) return refuse('There is more than one line; register one key at a time.')
  if (encoded === '' || !canonicalBase64.test(encoded)) return broken()
  const blob = Buffer.from(encoded, 'base64')
  const reader = new WireReader(blob, broken)
  if (reader.text() !== algorithm) return broken()
  check(reader)
  if (!reader.done) return broken()
  const line = `${option ? `${verifyRequired} ` : ''}${algorithm} ${encoded}`
  return { line, algorithm, blob, fingerprint: fingerprintOf(blob) }
}

/** The wire's `data`: base64 of the line. Fails as `parseOpenSshKey`. */
export function parseKeyField(encoded: string): OpenSshKey {
  const compact = encoded.replaceAll(/\s+/g, '')
  if (!canonicalBase64.test(compact)) return refuse('data is not the base64 of a public key line.')
  return parseOpenSshKey(Buffer.from(compact, 'base64').toString('utf8'))
}

/** What `data` shows: the line, ended by a newline as existing clients expect. */
export const presentKeyLine = (line: string): string => Buffer.from(`${line}\n`).toString('base64')

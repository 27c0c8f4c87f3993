// The wire form of OpenSSH user certificates (PROTOCOL.certkeys).
import { randomBytes } from 'node:crypto'

export interface CertificateContents {
  /** Type and wire form of the plain key. */
  readonly algorithm: string
  readonly blob: Buffer
  readonly serial: number
  readonly keyId: string
  readonly principals: readonly string[]
  /** Unix seconds. */
  readonly validAfter: number
  readonly validBefore: number
  readonly criticalOptions: Readonly<Record<string, string | true>>
  readonly extensions: readonly string[]
  /** Wire form of the authority's key. */
  readonly authority: Buffer
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const uint64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export const packed = (value: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([uint32(bytes.length), bytes])
}

/** In lexical order, as readers demand; a flag has no value, a text is packed once more. */
function packedOptions(options: Readonly<Record<string, string | true>>): Buffer {
  const names = Object.keys(options).toSorted()
  const pairs = names.map((name) => {
    const value = options[name]
    return Buffer.concat([packed(name), packed(typeof value === 'string' ? packed(value) : '')])
  })
  return packed(Buffer.concat(pairs))
}

/** `ssh-ed25519` → `ssh-ed25519-cert-v01@openssh.com`; a domain that is there already is not named twice. */
export const certificateTypeOf = (algorithm: string): string =>
  `${algorithm.replace(/@openssh\.com$/, '')}-cert-v01@openssh.com`

const userKind = 1

/** Builds the certificate and has it signed; `sign` answers with the signature in its wire form. */
export function writeCertificate(contents: CertificateContents, sign: (unsigned: Buffer) => Buffer): Buffer {
  const { algorithm, blob, serial, keyId, principals, validAfter, validBefore, authority } = contents
  const keyFields = blob.subarray(4 + algorithm.length)
  const extensions = Object.fromEntries(contents.extensions.map((name) => [name, true as const]))
  const unsigned = Buffer.concat([
    packed(certificateTypeOf(algorithm)),
    packed(randomBytes(32)),
    keyFields,
    uint64(serial),
    uint32(userKind),
    packed(keyId),
    packed(Buffer.concat(principals.map(packed))),
    uint64(validAfter),
    uint64(validBefore),
    packedOptions(contents.criticalOptions),
    packedOptions(extensions),
    packed(''),
    packed(authority),
  ])
  return Buffer.concat([unsigned, packed(sign(unsigned))])
}

// OpenSSH user certificates (PROTOCOL.certkeys): reading them, and checking the authority's signature.
import { ProtocolViolation, Reader } from '../ssh/wire.ts'
import { type KeyType, type PublicKey, readKeyFields, readPublicKey } from './public-key.ts'
import { checkSignature, signatureAlgorithmsOf } from './signature.ts'

export interface Certificate {
  readonly serial: bigint
  /** 1: for users, 2: for hosts. */
  readonly kind: number
  readonly keyId: string
  /** Login names it is good for. */
  readonly principals: readonly string[]
  /** Unix seconds; inclusive, and exclusive. */
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly criticalOptions: ReadonlyMap<string, Buffer>
  readonly extensions: ReadonlyMap<string, Buffer>
  /** The authority's key in its wire form. */
  readonly authority: Buffer
}

export interface ReadCertificate {
  /** The key that it certifies. */
  readonly subject: PublicKey
  readonly subjectBlob: Buffer
  readonly certificate: Certificate
  /** Whether the authority that it names has signed it. */
  readonly signed: boolean
}

export const userKind = 1
/** No honest certificate is near; the fields are compared one by one. */
const entriesMost = 256
const keyIdCharsMost = 1024

/** `ignoreBOM`: a mark of the byte order in front of a name is not left out. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Names are compared, so two that differ may not be read alike. */
function nameFrom(reader: Reader): string {
  const name = strict.decode(reader.bytes())
  if (name.includes('\0')) throw new ProtocolViolation('malformed certificate')
  return name
}

const uint64 = (reader: Reader): bigint => (BigInt(reader.uint32()) << 32n) | BigInt(reader.uint32())

function readNames(field: Buffer): string[] {
  const reader = new Reader(field)
  const names: string[] = []
  while (reader.remaining > 0) {
    names.push(nameFrom(reader))
    if (names.length > entriesMost) throw new ProtocolViolation('too many principals')
  }
  return names
}

/** Names with their values: in lexical order and none twice, or what one reader sees another may not. */
function readOptions(field: Buffer): Map<string, Buffer> {
  const reader = new Reader(field)
  const options = new Map<string, Buffer>()
  let last: Buffer | undefined
  while (reader.remaining > 0) {
    const raw = reader.bytes()
    if (last && Buffer.compare(last, raw) >= 0) throw new ProtocolViolation('options are out of order')
    last = raw
    options.set(strict.decode(raw), Buffer.from(reader.bytes()))
    if (options.size > entriesMost) throw new ProtocolViolation('too many options')
  }
  return options
}

function verifies(authority: Buffer, signed: Buffer, signature: Buffer): boolean {
  const key = readPublicKey(authority)
  const algorithm = new Reader(signature).text()
  // An authority on a security key signs without anybody being asked to show that it was touched, as at OpenSSH.
  const demands = { presence: false, verification: false }
  return (
    signatureAlgorithmsOf(key.type).includes(algorithm) &&
    checkSignature(key, algorithm, signature, signed, demands) === 'good'
  )
}

/**
 * Reads a certificate whose key is of `type`; `blob` starts with `name`. Throws for what is malformed, for an authority that is
 * itself a certificate, and as `readKeyFields`.
 */
export function readCertificate(name: string, type: KeyType, blob: Buffer): ReadCertificate {
  const reader = new Reader(blob)
  if (reader.text() !== name) throw new ProtocolViolation('malformed certificate')
  reader.bytes()
  const keyStart = reader.position
  const subject = readKeyFields(type, reader)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(type.length)
  const subjectBlob = Buffer.concat([length, Buffer.from(type), blob.subarray(keyStart, reader.position)])
  const serial = uint64(reader)
  const kind = reader.uint32()
  const keyId = nameFrom(reader)
  if (keyId.length > keyIdCharsMost) throw new ProtocolViolation('key id too long')
  const principals = readNames(reader.bytes())
  const validAfter = uint64(reader)
  const validBefore = uint64(reader)
  const criticalOptions = readOptions(reader.bytes())
  const extensions = readOptions(reader.bytes())
  reader.bytes()
  const authority = Buffer.from(reader.bytes())
  const upToSignature = blob.subarray(0, reader.position)
  const signature = reader.bytes()
  if (reader.remaining > 0) throw new ProtocolViolation('malformed certificate')
  const certificate = {
    ...{ serial, kind, keyId, principals, validAfter, validBefore, criticalOptions, extensions, authority },
  }
  return { subject, subjectBlob, certificate, signed: verifies(authority, upToSignature, signature) }
}

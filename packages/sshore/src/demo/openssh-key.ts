// Ed25519 keys in the files that OpenSSH reads, so that the demo needs no ssh-keygen.
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const type = 'ssh-ed25519'
/** The cipher's block size; for "none" it counts as 8. */
const block = 8

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** RFC 4251 section 5, string: length and bytes. */
const field = (value: string | Buffer): Buffer => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)])

const rawPublic = (key: KeyObject): Buffer =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')

/** RFC 8709 section 4. */
const blobOf = (publicBytes: Buffer): Buffer => Buffer.concat([field(type), field(publicBytes)])

/** `ssh-ed25519 AAAA…`, without comment; takes the private or the public half. */
export const publicKeyLine = (key: KeyObject): string => `${type} ${blobOf(rawPublic(key)).toString('base64')}`

/** The file that `ssh -i` takes (format: PROTOCOL.key in OpenSSH's sources), not encrypted. */
function privateKeyFile(key: KeyObject, comment: string): string {
  const publicBytes = rawPublic(key)
  const seed = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
  const check = randomBytes(4)
  const secret = Buffer.concat([
    check,
    check,
    field(type),
    field(publicBytes),
    field(Buffer.concat([seed, publicBytes])),
    field(comment),
  ])
  const padding = Buffer.from(
    Array.from({ length: (block - (secret.length % block)) % block }, (_, index) => index + 1),
  )
  const none = field('none')
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    none,
    none,
    field(''),
    uint32(1),
    field(blobOf(publicBytes)),
    field(Buffer.concat([secret, padding])),
  ])
  const lines = file.toString('base64').match(/.{1,70}/g) ?? []
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`
}

export interface OpensshKey {
  readonly privateKeyFile: string
  readonly publicKeyLine: string
}

export function newOpensshKey(comment: string): OpensshKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    privateKeyFile: privateKeyFile(privateKey, comment),
    publicKeyLine: `${publicKeyLine(privateKey)} ${comment}`,
  }
}

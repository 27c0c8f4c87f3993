// Public keys in the browser: what it has to sign (RFC 4252 section 7), and its answer in SSH's form. WebCrypto returns
// bare signatures; older clients return those of ECDSA as SSH has them.
import type { SessionUid } from '@sshore/contract'
import { type KeyType, readPublicKey } from '../authentication/public-key.ts'
import type { KeySignature, OfferedKey } from '../ssh/authentication-service.ts'
import { message } from '../ssh/message-numbers.ts'
import { Writer } from '../ssh/wire.ts'

const algorithms = {
  'ssh-ed25519': 'ssh-ed25519',
  'ssh-rsa': 'rsa-sha2-512',
  'ecdsa-sha2-nistp256': 'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384': 'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521': 'ecdsa-sha2-nistp521',
} as const
type SigningType = keyof typeof algorithms
/** Of r and of s. */
const numberBytes: Partial<Record<SigningType, number>> = {
  'ecdsa-sha2-nistp256': 32,
  'ecdsa-sha2-nistp384': 48,
  'ecdsa-sha2-nistp521': 66,
}

export interface Challenge {
  readonly algorithm: (typeof algorithms)[SigningType]
  readonly offered: OfferedKey
  /** To be signed. */
  readonly data: Buffer
  /** The browser's answer, as the SSH port would have it. */
  proof(answer: Buffer): KeySignature
}

const signs = (type: KeyType): type is SigningType => type in algorithms

/** The key behind base64 of its line, whose last word it is. */
const blobOf = (line: string): Buffer => {
  const words = Buffer.from(line, 'base64').toString('utf8').trim().split(/\s+/)
  return Buffer.from(words[words[0] === 'verify-required' ? 2 : 1] ?? '', 'base64')
}

/** r and s, joined or as SSH has them already. */
function ecdsaSignature(answer: Buffer, bytes: number): Buffer {
  if (answer.length !== 2 * bytes) return answer
  return new Writer().positive(answer.subarray(0, bytes)).positive(answer.subarray(bytes)).finish()
}

/** `line` is base64 of the registered key's line. Undefined for a key that browsers cannot sign with: one in hardware. */
export function challengeFor(line: string, user: string, sessionUid: SessionUid): Challenge | undefined {
  const blob = blobOf(line)
  const { type } = readPublicKey(blob)
  if (!signs(type)) return undefined
  const algorithm = algorithms[type]
  const data = new Writer()
    .bytes(Buffer.from(sessionUid, 'hex'))
    .byte(message.authRequest)
    .text(user)
    .text('ssh-connection')
    .text('publickey')
    .boolean(true)
    .text(algorithm)
    .bytes(blob)
    .finish()
  const bytes = numberBytes[type]
  return {
    algorithm,
    offered: { algorithm, blob },
    data,
    proof: (answer) => ({
      signature: new Writer()
        .text(algorithm)
        .bytes(bytes === undefined ? answer : ecdsaSignature(answer, bytes))
        .finish(),
      signed: data,
    }),
  }
}

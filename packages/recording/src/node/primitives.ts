// What the format takes from Node.
import { createHash, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw, constants } from 'node:zlib'
import type { Digest } from '../chain.ts'
import type { Proofs } from '../verify.ts'

/** No block holds more, whatever it unpacks to. */
const eventBytesMost = 4 * 1024 * 1024

const deflating = promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)
const inflating = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw)

/** SHA-256. */
export const sha256: Digest = (bytes) => createHash('sha256').update(bytes).digest()

/** On a thread of its own, fast rather than small. */
export const compress = (events: Uint8Array): Promise<Buffer> => deflating(events, { level: constants.Z_BEST_SPEED })

/** Fails for what is no block. */
export const decompress = (content: Uint8Array): Promise<Buffer> =>
  inflating(content, { maxOutputLength: eventBytesMost })

/** `key` is an Ed25519 public key. */
export const proofsBy = (key: KeyObject): Proofs => ({
  digest: sha256,
  isSigned: (bytes, signature) => verify(null, bytes, key, signature),
})

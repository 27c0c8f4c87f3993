// What binds the blocks of a recording to one another and to its header.
import { type Block, encodeHeader, type RecordingHeader } from './container.ts'
import { joinBytes } from './events.ts'

export type Digest = (bytes: Uint8Array) => Uint8Array

/** Where the chain begins. */
export const chainOfHeader = (digest: Digest, header: RecordingHeader): Uint8Array => digest(encodeHeader(header))

/** `before` is the place of the block before, or of the header. SHA-256 of that, kind, number and content. */
export function nextInChain(
  digest: Digest,
  before: Uint8Array,
  { kind, number, content }: Pick<Block, 'kind' | 'number' | 'content'>,
): Uint8Array {
  const head = new Uint8Array(5)
  const view = new DataView(head.buffer)
  view.setUint8(0, kind === 'end' ? 2 : 1)
  view.setUint32(1, number)
  return digest(joinBytes([before, head, content]))
}

const purpose = new TextEncoder().encode('sshore recording block\n')

/** What the server signs of a block (Ed25519, RFC 8032). */
export const signedOf = (chain: Uint8Array): Uint8Array => joinBytes([purpose, chain])

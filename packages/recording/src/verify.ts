// Checks a recording from its header to its end, with nothing but the server's public key.
import { type Digest, nextInChain, signedOf } from './chain.ts'
import { type Block, type ContainerItem, ContainerFault, ContainerReader, type RecordingHeader } from './container.ts'

export interface Verdict {
  readonly intact: boolean
  /** Empty when it is intact. */
  readonly problem: string
  /** Good blocks before the problem, or all. */
  readonly blocks: number
  readonly header: RecordingHeader | undefined
}

export interface Proofs {
  readonly digest: Digest
  /** Whether the server signed these bytes. */
  readonly isSigned: (bytes: Uint8Array, signature: Uint8Array) => boolean
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Goes along a recording; `problem` stays at the first that it finds. */
export class Verifier {
  readonly #proofs: Proofs
  readonly #reader = new ContainerReader()
  #header: RecordingHeader | undefined
  #chain: Uint8Array = new Uint8Array()
  #blocks = 0
  #ended = false
  #problem = ''

  constructor(proofs: Proofs) {
    this.#proofs = proofs
  }

  feed(bytes: Uint8Array): void {
    if (this.#problem !== '') return
    try {
      for (const item of this.#reader.feed(bytes)) {
        this.#problem = this.#check(item)
        if (this.#problem !== '') return
      }
    } catch (error) {
      if (!(error instanceof ContainerFault)) throw error
      this.#problem = `After block ${this.#blocks} (byte ${error.offset}): ${error.message}`
    }
  }

  /** Nothing follows. */
  verdict(): Verdict {
    const problem = this.#problem || this.#cut()
    return { intact: problem === '', problem, blocks: this.#blocks, header: this.#header }
  }

  #cut(): string {
    const { left, offset } = this.#reader
    if (left > 0) return `It is cut off in the middle of block ${this.#blocks + 1} (byte ${offset}).`
    return this.#ended ? '' : `It has no end: it stops after block ${this.#blocks}.`
  }

  #check(item: ContainerItem): string {
    if (item.type === 'header') {
      this.#header = item.header
      this.#chain = this.#proofs.digest(item.bytes)
      return ''
    }
    return this.#checkBlock(item.block, `(byte ${item.offset})`)
  }

  #checkBlock(block: Block, where: string): string {
    const expected = this.#blocks + 1
    if (this.#ended) return `Something follows the end ${where}.`
    if (block.number !== expected) {
      return `Block ${block.number} stands where block ${expected} belongs ${where}: blocks were reordered or taken out.`
    }
    const first = expected === 1 ? 'The header or block 1' : `Block ${expected}`
    const chain = nextInChain(this.#proofs.digest, this.#chain, block)
    if (!same(chain, block.chain)) return `${first} was changed ${where}.`
    if (!this.#proofs.isSigned(signedOf(chain), block.signature)) {
      return `${first} was not signed by this server ${where}.`
    }
    this.#chain = chain
    this.#blocks = expected
    this.#ended = block.kind === 'end'
    return ''
  }
}

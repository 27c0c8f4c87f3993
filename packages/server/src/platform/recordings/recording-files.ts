// Recordings in the store: each block is signed in a chain over what it says, and encrypted with the key of its recording.
import {
  type Block,
  ContainerFault,
  type ContainerItem,
  ContainerReader,
  encodeBlock,
  encodeHeader,
  nextInChain,
  chainOfHeader,
  type RecordingHeader,
  signedOf,
} from '@sshore/recording'
import { sha256 } from '@sshore/recording/node'
import type { Blobs } from '../blobs/blobs.ts'
import { decryptBlock, encryptBlock, type RecordingSeal } from './recording-seal.ts'

/** Where a recording is, and what opens it. */
export interface RecordingPlace {
  readonly name: string
  readonly key: Uint8Array
}

/** How far a recording has come. */
export interface RecordingHead {
  readonly number: number
  readonly chain: Uint8Array
  /** Where the next block goes. */
  readonly offset: number
  readonly ended: boolean
}

export type ReadItem =
  | { readonly type: 'header'; readonly header: RecordingHeader; readonly bytes: Uint8Array; readonly next: number }
  | { readonly type: 'block'; readonly block: Block; readonly next: number }

/** What is in the store is not what was written. */
export class BrokenRecording extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BrokenRecording'
  }
}

const pieceBytes = 256 * 1024

export class RecordingFiles {
  readonly #blobs: Blobs
  readonly #seal: RecordingSeal

  constructor(blobs: Blobs, seal: RecordingSeal) {
    this.#blobs = blobs
    this.#seal = seal
  }

  async create({ name }: RecordingPlace, header: RecordingHeader): Promise<RecordingHead> {
    const bytes = encodeHeader(header)
    await this.#blobs.write(name, 0, bytes, false)
    return { number: 0, chain: chainOfHeader(sha256, header), offset: bytes.length, ended: false }
  }

  /** Adds the next block; the head afterwards. When it fails nothing was added. */
  async append(
    { name, key }: RecordingPlace,
    head: RecordingHead,
    kind: Block['kind'],
    content: Uint8Array,
  ): Promise<RecordingHead> {
    const number = head.number + 1
    const chain = nextInChain(sha256, head.chain, { kind, number, content })
    const signature = this.#seal.sign(signedOf(chain))
    const bytes = encodeBlock({ kind, number, content: encryptBlock(key, number, content), chain, signature })
    const ended = kind === 'end'
    await this.#blobs.write(name, head.offset, bytes, ended)
    return { number, chain, offset: head.offset + bytes.length, ended }
  }

  /** How far it has come, by what is in the store; undefined when nothing is. What is not whole does not count. */
  async findHead({ name }: RecordingPlace): Promise<RecordingHead | undefined> {
    let head: RecordingHead | undefined
    for await (const { item, next } of this.#items(name, 0)) {
      if (item.type === 'header') head = { number: 0, chain: sha256(item.bytes), offset: next, ended: false }
      else head = { number: item.block.number, chain: item.block.chain, offset: next, ended: item.block.kind === 'end' }
    }
    return head
  }

  /** Decrypted, from a place that an earlier item named as `next`, or from the header (0). Fails with `BrokenRecording`. */
  async *read({ name, key }: RecordingPlace, from: number): AsyncGenerator<ReadItem> {
    for await (const { item, next, offset } of this.#items(name, from)) {
      if (item.type === 'header') yield { ...item, next }
      else yield { type: 'block', block: { ...item.block, content: opened(key, item.block, offset) }, next }
    }
  }

  /** It has ended. */
  compact({ name }: RecordingPlace): Promise<void> {
    return this.#blobs.compact(name)
  }

  remove(prefix: string): Promise<void> {
    return this.#blobs.remove(prefix)
  }

  async *#items(
    name: string,
    from: number,
  ): AsyncGenerator<{ readonly item: ContainerItem; readonly offset: number; readonly next: number }> {
    const reader = new ContainerReader(from > 0)
    try {
      for (let at = from; ;) {
        const piece = await this.#blobs.read(name, at, pieceBytes)
        if (piece.length === 0) return
        let offset = from + reader.offset
        for (const item of reader.feed(piece)) {
          const next = offset + item.size
          yield { item, offset, next }
          offset = next
        }
        at += piece.length
      }
    } catch (error) {
      if (!(error instanceof ContainerFault)) throw error
      throw new BrokenRecording(`At byte ${from + error.offset}: ${error.message}`)
    }
  }
}

function opened(key: Uint8Array, { number, content }: Block, offset: number): Uint8Array {
  try {
    return decryptBlock(key, number, content)
  } catch {
    throw new BrokenRecording(`Block ${number} (byte ${offset} of the stored recording) was changed.`)
  }
}

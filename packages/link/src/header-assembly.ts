import { StreamHeader } from '@sshore/contract'
import { Compile } from 'typebox/compile'
import { headerBytes } from './bounds.ts'
import { decodeText, parseJson } from './text.ts'

const headerCheck = Compile(StreamHeader)
const nothing = new Uint8Array(0)

export type Assembled =
  | { outcome: 'incomplete' }
  | { outcome: 'header'; header: StreamHeader }
  | { outcome: 'not_understood' }
  | { outcome: 'violation'; detail: string }

/** Puts a header together from its pieces; only one stream at a time may be opening. */
export class HeaderAssembly {
  readonly #mostBytes: number
  #streamId: number | undefined
  #buffer = nothing
  #bytes = 0

  /** @param mostBytes of one header; a peer that is held to small ones may not send them in pieces */
  constructor(mostBytes: number = headerBytes) {
    this.#mostBytes = mostBytes
  }

  get streamId(): number | undefined {
    return this.#streamId
  }

  add(streamId: number, piece: Uint8Array, last: boolean): Assembled {
    if (this.#streamId !== undefined && this.#streamId !== streamId) {
      return { outcome: 'violation', detail: 'headers of two streams mixed' }
    }
    const tooLong = this.#bytes + piece.length > this.#mostBytes
    if (tooLong) return { outcome: 'violation', detail: 'stream header too long' }
    if (!last && this.#mostBytes < headerBytes) return { outcome: 'violation', detail: 'stream header in pieces' }
    this.#streamId = streamId
    if (last && this.#bytes === 0) return this.#complete(piece)
    this.#append(piece)
    return last ? this.#complete(this.#buffer.subarray(0, this.#bytes)) : { outcome: 'incomplete' }
  }

  drop(): void {
    this.#streamId = undefined
    this.#buffer = nothing
    this.#bytes = 0
  }

  #complete(json: Uint8Array): Assembled {
    this.drop()
    const header = parseJson(decodeText(json))
    return headerCheck.Check(header) ? { outcome: 'header', header } : { outcome: 'not_understood' }
  }

  /** Copies: a view of one byte would keep the whole message that carried it. */
  #append(piece: Uint8Array): void {
    const bytes = this.#bytes + piece.length
    if (bytes > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(this.#mostBytes, bytes * 2))
      grown.set(this.#buffer.subarray(0, this.#bytes))
      this.#buffer = grown
    }
    this.#buffer.set(piece, this.#bytes)
    this.#bytes = bytes
  }
}

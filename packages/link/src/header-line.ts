// Headers that wait to open streams, one behind the other and in pieces, so that a command of a megabyte neither holds
// up keystrokes nor mixes with another header.
import { agentHeaderBytes, openStreams, waitingHeaderBytes } from './bounds.ts'
import { type FrameBatch, frameTypes } from './frames.ts'
import type { Stream } from './stream.ts'

export class HeaderLine {
  recentBytes = 0
  recentAt = 0
  deficit = 0
  readonly #onOpened: (stream: Stream) => void
  /** What is still to send of each header, in the order of opening. */
  readonly #headers = new Map<Stream, Uint8Array>()
  /** Of this header the peer has the beginning. */
  #begun: Stream | undefined
  #bytes = 0

  constructor(onOpened: (stream: Stream) => void) {
    this.#onOpened = onOpened
  }

  get sendable(): boolean {
    return this.#headers.size > 0
  }

  /** False when too much waits already. */
  push(stream: Stream, json: Uint8Array): boolean {
    if (this.#bytes + json.length > waitingHeaderBytes || this.#headers.size >= openStreams) return false
    this.#bytes += json.length
    this.#headers.set(stream, json)
    return true
  }

  /** The stream was broken off before its header was out. True: the peer has heard of it all the same. */
  drop(stream: Stream): boolean {
    this.#bytes -= this.#headers.get(stream)?.length ?? 0
    this.#headers.delete(stream)
    return this.#begun === stream
  }

  emit(batch: FrameBatch, most: number): void {
    const upTo = batch.bytes + most
    for (const [stream, json] of this.#headers) {
      if (batch.bytes >= upTo) return
      const piece = json.length <= agentHeaderBytes ? json : json.subarray(0, upTo - batch.bytes)
      const last = piece.length === json.length
      batch.add(last ? frameTypes.open : frameTypes.openPart, stream.id, piece)
      this.#bytes -= piece.length
      this.#begun = last ? undefined : stream
      if (!last) {
        this.#headers.set(stream, json.subarray(piece.length))
        return
      }
      this.#headers.delete(stream)
      this.#onOpened(stream)
    }
  }

  clear(): void {
    this.#headers.clear()
    this.#bytes = 0
  }
}

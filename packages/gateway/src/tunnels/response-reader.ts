// Reads one response out of the bytes of a connection.
import { ChunkedBody } from './chunked-body.ts'
import { BadResponse, readResponseHead, type ResponseHead } from './response-head.ts'

export interface ResponseEvents {
  /** Also of 101, after which bytes are no longer HTTP's; never of another provisional one. */
  onHead(head: ResponseHead): void
  onData(data: Buffer): void
}

const headBytesMost = 64 * 1024

export class ResponseReader {
  readonly #method: string
  readonly #events: ResponseEvents
  #head: ResponseHead | undefined
  #begun: Buffer | undefined
  #leftBytes = 0
  readonly #chunked = new ChunkedBody()
  #complete = false

  constructor(method: string, events: ResponseEvents) {
    this.#method = method
    this.#events = events
  }

  get head(): ResponseHead | undefined {
    return this.#head
  }

  get complete(): boolean {
    return this.#complete
  }

  /** Returns how many of the bytes belong to the response; fewer than there are only when it is complete. Throws `BadResponse`. */
  read(bytes: Buffer): number {
    let at = 0
    while (!this.#head) {
      const used = this.#readHead(bytes.subarray(at))
      at += used
      if (used === 0 || (at >= bytes.length && !this.#head)) return bytes.length
    }
    if (this.#head.status === 101) {
      if (at < bytes.length) this.#events.onData(bytes.subarray(at))
      return bytes.length
    }
    return at + this.#readBody(at === 0 ? bytes : bytes.subarray(at))
  }

  /** The service closed the connection; throws `BadResponse` when it was in the middle. */
  end(): void {
    if (this.#complete) return
    if (this.#head?.body.kind !== 'until-close') throw new BadResponse('it hung up in the middle of its answer')
    this.#complete = true
  }

  /** Returns how many bytes were used; 0 when the head is not complete. */
  #readHead(bytes: Buffer): number {
    const before = this.#begun?.length ?? 0
    const all = this.#begun ? Buffer.concat([this.#begun, bytes]) : bytes
    // An empty line in front is forgiven (RFC 9112, section 2.2 has it for requests).
    let start = 0
    while (all[start] === 0x0d || all[start] === 0x0a) start += 1
    const end = endOfHead(all, start)
    if (!end) {
      if (all.length > headBytesMost) throw new BadResponse('a head that is too long')
      this.#begun = all
      return 0
    }
    if (end.after > headBytesMost) throw new BadResponse('a head that is too long')
    this.#begun = undefined
    const head = readResponseHead(all.toString('latin1', start, end.at), this.#method)
    if (head.status >= 200 || head.status === 101) {
      this.#head = head
      if (head.body.kind === 'length') this.#leftBytes = head.body.bytes
      this.#events.onHead(head)
    }
    return end.after - before
  }

  #readBody(bytes: Buffer): number {
    if (this.#complete) return 0
    const kind = this.#head?.body.kind
    if (kind === 'until-close') {
      if (bytes.length > 0) this.#events.onData(bytes)
      return bytes.length
    }
    if (kind === 'chunked') {
      const used = this.#chunked.read(bytes, (data) => this.#events.onData(data))
      if (this.#chunked.over) this.#complete = true
      return used
    }
    const piece = bytes.length <= this.#leftBytes ? bytes : bytes.subarray(0, this.#leftBytes)
    this.#leftBytes -= piece.length
    if (piece.length > 0) this.#events.onData(piece)
    if (this.#leftBytes === 0) this.#complete = true
    return piece.length
  }
}

/** Where the empty line is; lines may end with a newline alone (RFC 9112, section 2.2). */
function endOfHead(bytes: Buffer, start: number): { at: number; after: number } | undefined {
  for (let from = start; ;) {
    const at = bytes.indexOf(0x0a, from)
    if (at < 0) return undefined
    if (bytes[at + 1] === 0x0a) return { at, after: at + 2 }
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return { at, after: at + 3 }
    from = at + 1
  }
}

// Reads the chunked transfer coding (RFC 9112, section 7.1), piece by piece.
import { BadResponse } from './response-head.ts'

/** Of a line with a chunk's size and its extensions, or of a trailer field. */
const lineBytesMost = 4096
const trailerLinesMost = 128

type State = 'size' | 'data' | 'after-data' | 'trailer' | 'over'

export class ChunkedBody {
  #state: State = 'size'
  #line = ''
  #leftBytes = 0
  #trailerLines = 0

  get over(): boolean {
    return this.#state === 'over'
  }

  /** Hands on the data in `bytes`; returns how many of them belong to the body. Throws `BadResponse`. */
  read(bytes: Buffer, onData: (data: Buffer) => void): number {
    let at = 0
    while (at < bytes.length && this.#state !== 'over') {
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#leftBytes)
        at += piece.length
        this.#leftBytes -= piece.length
        if (this.#leftBytes === 0) this.#state = 'after-data'
        onData(piece)
        continue
      }
      const newline = bytes.indexOf(0x0a, at)
      const end = newline < 0 ? bytes.length : newline + 1
      this.#line += bytes.toString('latin1', at, end)
      at = end
      if (this.#line.length > lineBytesMost) throw new BadResponse('a line of a chunk that does not end')
      if (newline >= 0) this.#take()
    }
    return at
  }

  #take(): void {
    const line = this.#line
    this.#line = ''
    if (!line.endsWith('\r\n')) throw new BadResponse('a line of a chunk without its end')
    if (this.#state === 'after-data') {
      if (line !== '\r\n') throw new BadResponse('a chunk longer than it says')
      this.#state = 'size'
    } else if (this.#state === 'size') {
      const size = /^([0-9a-f]{1,12})[ \t]*(?:;[^\r]*)?\r\n$/i.exec(line)?.[1]
      if (size === undefined) throw new BadResponse('the size of a chunk that is none')
      this.#leftBytes = Number.parseInt(size, 16)
      this.#state = this.#leftBytes === 0 ? 'trailer' : 'data'
    } else if (line === '\r\n') this.#state = 'over'
    else if ((this.#trailerLines += 1) > trailerLinesMost) throw new BadResponse('too many trailer fields')
  }
}

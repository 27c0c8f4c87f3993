// Bytes that come in tiny frames while their reader is behind. Each piece that waits costs a hundred times its own size,
// so that a window full of single bytes would be tens of megabytes; together they cost what they are.

/** So many pieces may wait one by one; a reader who keeps up never has more. */
const singlePieces = 32
/** Larger pieces are worth an object of their own. */
const smallBytes = 4 * 1024
const gatheredBytes = 16 * 1024
const firstBytes = 256
const nothing = new Uint8Array(0)

/** Those of one lane. */
export class SmallPieces {
  #single = 0
  #buffer = nothing
  #length = 0

  /** Kept back so far. */
  get bytes(): number {
    return this.#length
  }

  /**
   * Takes the piece if it is to wait for others.
   * @param unread bytes that were delivered and are not read yet
   */
  keeps(piece: Uint8Array, unread: number): boolean {
    if (unread === 0) this.#single = 0
    this.#single += 1
    if (this.#single <= singlePieces || piece.length >= smallBytes) return false
    if (this.#length + piece.length > gatheredBytes) return false
    this.#append(piece)
    return true
  }

  /** What was kept back, all at once. */
  take(): Uint8Array | undefined {
    if (this.#length === 0) return undefined
    // A buffer that is mostly empty would cost its reader more than the bytes in it.
    const chunk = this.#length * 2 < this.#buffer.length ? this.#buffer.slice(0, this.#length) : this.#filled
    this.#buffer = nothing
    this.#length = 0
    return chunk
  }

  get #filled(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) {
      const grown = new Uint8Array(Math.min(gatheredBytes, Math.max(firstBytes, length * 2)))
      grown.set(this.#filled)
      this.#buffer = grown
    }
    this.#buffer.set(piece, this.#length)
    this.#length = length
  }
}

/**
 * The chunk as its reader may keep it. A view of little of a large message would keep all of the message: a peer that
 * sends much that is thrown away around every byte would make its reader hold a hundred times what was granted.
 */
export const worthKeeping = (chunk: Uint8Array): Uint8Array => {
  if (chunk.length * 2 >= chunk.buffer.byteLength) return chunk
  const copy = new Uint8Array(chunk.length)
  copy.set(chunk)
  return copy
}

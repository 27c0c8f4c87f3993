// The last bytes of a session's output, by their offset: a ring that grows to its size only when there is so much.

const leastBytes = 4096

export class History {
  readonly #mostBytes: number
  #ring = Buffer.allocUnsafe(leastBytes)
  #start = 0
  #end = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Offset of the first byte that is kept. */
  get start(): number {
    return this.#start
  }

  /** Offset behind the last. */
  get end(): number {
    return this.#end
  }

  /** Adds bytes, at most as many as are kept. Returns those that had to go for them, oldest first. */
  append(bytes: Uint8Array): Buffer {
    const wanted = this.#end - this.#start + bytes.length
    if (wanted > this.#ring.length) this.#grow(wanted)
    const surplus = Math.max(0, wanted - this.#mostBytes)
    const gone = this.#copy(this.#start, this.#start + surplus)
    this.#start += surplus
    this.#write(bytes)
    return gone
  }

  /** The bytes from this offset to the end; undefined when they are not kept (any more). */
  from(offset: number): Buffer | undefined {
    return offset < this.#start || offset > this.#end ? undefined : this.#copy(offset, this.#end)
  }

  #write(bytes: Uint8Array): void {
    const at = this.#end % this.#ring.length
    const untilWrap = Math.min(bytes.length, this.#ring.length - at)
    this.#ring.set(bytes.subarray(0, untilWrap), at)
    this.#ring.set(bytes.subarray(untilWrap), 0)
    this.#end += bytes.length
  }

  #copy(from: number, to: number): Buffer {
    const copy = Buffer.allocUnsafe(to - from)
    const at = from % this.#ring.length
    const copied = this.#ring.copy(copy, 0, at, Math.min(at + copy.length, this.#ring.length))
    this.#ring.copy(copy, copied, 0, copy.length - copied)
    return copy
  }

  #grow(wanted: number): void {
    if (this.#ring.length === this.#mostBytes) return
    let bytes = this.#ring.length
    while (bytes < wanted && bytes < this.#mostBytes) bytes *= 2
    const kept = this.#copy(this.#start, this.#end)
    this.#ring = Buffer.allocUnsafe(Math.min(bytes, this.#mostBytes))
    this.#end = this.#start
    this.#write(kept)
  }
}

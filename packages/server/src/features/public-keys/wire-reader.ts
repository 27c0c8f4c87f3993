/** Reads the strings of an SSH wire form in turn (RFC 4251 section 5). */
export class WireReader {
  readonly #source: Buffer
  readonly #fail: () => never
  #offset = 0

  /** `fail` is called when the source ends too early. */
  constructor(source: Buffer, fail: () => never) {
    this.#source = source
    this.#fail = fail
  }

  get done(): boolean {
    return this.#offset === this.#source.length
  }

  bytes(): Uint8Array {
    if (this.#source.length - this.#offset < 4) return this.#fail()
    const start = this.#offset + 4
    const end = start + this.#source.readUInt32BE(this.#offset)
    if (end > this.#source.length) return this.#fail()
    this.#offset = end
    return this.#source.subarray(start, end)
  }

  text(): string {
    return Buffer.from(this.bytes()).toString('latin1')
  }
}

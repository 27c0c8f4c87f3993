// Reading and writing the data types of RFC 4251 section 5.

/** The peer sent something that breaks the protocol; the connection ends with this as the reason. */
export class ProtocolViolation extends Error {
  override readonly name = 'ProtocolViolation'
}

/** A mark of the byte order is a character like any other: a name with one in front is another name. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The bytes of an mpint that is positive: no superfluous zero in front, but one before a high bit. */
export function positiveNumber(magnitude: Uint8Array): Uint8Array {
  let start = 0
  while (start < magnitude.length && magnitude[start] === 0) start += 1
  const digits = magnitude.subarray(start)
  return (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits
}

/** Reads fields in order; running past the end is a violation. Byte strings are views, not copies. */
export class Reader {
  readonly #payload: Buffer
  #position: number

  constructor(payload: Buffer, from = 0) {
    this.#payload = payload
    this.#position = from
  }

  get position(): number {
    return this.#position
  }

  get remaining(): number {
    return this.#payload.length - this.#position
  }

  byte(): number {
    const value = this.#payload[this.#position]
    if (value === undefined) throw new ProtocolViolation('message too short')
    this.#position += 1
    return value
  }

  boolean(): boolean {
    return this.byte() !== 0
  }

  uint32(): number {
    if (this.remaining < 4) throw new ProtocolViolation('message too short')
    const value = this.#payload.readUInt32BE(this.#position)
    this.#position += 4
    return value
  }

  bytes(): Buffer {
    const length = this.uint32()
    if (length > this.remaining) throw new ProtocolViolation('string longer than its message')
    const view = this.#payload.subarray(this.#position, this.#position + length)
    this.#position += length
    return view
  }

  text(): string {
    return utf8.decode(this.bytes())
  }

  names(): string[] {
    const list = this.text()
    return list === '' ? [] : list.split(',')
  }
}

/** Writes fields in order into a growing buffer; for the many small messages, not for channel data. */
export class Writer {
  #target = Buffer.allocUnsafe(128)
  #length = 0

  constructor(messageNumber?: number) {
    if (messageNumber !== undefined) this.byte(messageNumber)
  }

  #reserve(bytes: number): number {
    const at = this.#length
    this.#length += bytes
    if (this.#length > this.#target.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#target.length * 2, this.#length))
      this.#target.copy(grown, 0, 0, at)
      this.#target = grown
    }
    return at
  }

  byte(value: number): this {
    const at = this.#reserve(1)
    this.#target[at] = value
    return this
  }

  boolean(value: boolean): this {
    return this.byte(value ? 1 : 0)
  }

  uint32(value: number): this {
    const at = this.#reserve(4)
    this.#target.writeUInt32BE(value, at)
    return this
  }

  bytes(value: Uint8Array): this {
    this.uint32(value.length)
    const at = this.#reserve(value.length)
    this.#target.set(value, at)
    return this
  }

  text(value: string): this {
    return this.bytes(Buffer.from(value))
  }

  /** Names without a comma in them. */
  names(values: readonly string[]): this {
    return this.text(values.join(','))
  }

  /** A positive number from its big-endian bytes. */
  positive(magnitude: Uint8Array): this {
    return this.bytes(positiveNumber(magnitude))
  }

  /** What was written so far; a view. */
  finish(): Buffer {
    return this.#target.subarray(0, this.#length)
  }
}

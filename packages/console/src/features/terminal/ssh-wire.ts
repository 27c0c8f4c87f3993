// The byte forms of SSH (RFC 4251 section 5), as far as keys need them.
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** With its length before it. */
export function field(content: Uint8Array | string): Bytes {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return joined([length, bytes])
}

/** A positive number: no zeros before it, but one where it would look negative. */
export function number(bytes: Uint8Array): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first === -1 ? new Uint8Array() : bytes.subarray(first)
  return field((digits[0] ?? 0) > 127 ? joined([new Uint8Array(1), digits]) : digits)
}

export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
export const fromBase64Url = (text: string): Bytes => fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))

/** Reads fields one after another; fails when there are none any more. */
export class FieldReader {
  readonly #bytes: Bytes
  #at = 0

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  take(length: number): Bytes {
    if (this.#at + length > this.#bytes.length) throw new RangeError('The key is cut off.')
    this.#at += length
    return this.#bytes.slice(this.#at - length, this.#at)
  }

  uint32(): number {
    return new DataView(this.take(4).buffer).getUint32(0)
  }

  field(): Bytes {
    return this.take(this.uint32())
  }

  text(): string {
    return new TextDecoder().decode(this.field())
  }

  /** Of a positive number, without the zero before it. */
  number(): Bytes {
    const bytes = this.field()
    return bytes[0] === 0 ? bytes.slice(1) : bytes
  }
}

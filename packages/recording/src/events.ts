// What happened in front of a terminal, and how a block holds it: kind (1 byte), milliseconds since the event before (varint),
// length (varint), content. The first event of a block counts from the start of the recording.

export type RecordedEvent =
  /** Bytes that the terminal got. */
  | { readonly kind: 'output'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'resize'; readonly at: number; readonly columns: number; readonly rows: number }
  /** A request of the client or an ending, by its name in SSH, with what it carried. */
  | { readonly kind: 'note'; readonly at: number; readonly name: string; readonly text: string }
  /** Output that the terminal got and that is not here. */
  | { readonly kind: 'gap'; readonly at: number; readonly bytes: number }

const kinds = ['output', 'resize', 'note', 'gap'] as const

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function contentOf(event: RecordedEvent): Uint8Array {
  switch (event.kind) {
    case 'output':
      return event.bytes
    case 'resize':
      return encoder.encode(`${event.columns}x${event.rows}`)
    case 'note':
      return encoder.encode(`${event.name}\n${event.text}`)
    case 'gap':
      return encoder.encode(String(event.bytes))
  }
}

function eventOf(kind: (typeof kinds)[number], at: number, content: Uint8Array): RecordedEvent {
  if (kind === 'output') return { kind, at, bytes: content }
  const text = decoder.decode(content)
  if (kind === 'gap') return { kind, at, bytes: Number(text) }
  if (kind === 'resize') {
    const [columns = 0, rows = 0] = text.split('x').map(Number)
    return { kind, at, columns, rows }
  }
  const end = text.indexOf('\n')
  return { kind, at, name: text.slice(0, end), text: text.slice(end + 1) }
}

/** Kind, milliseconds and length of an event take no more. */
const headBytesMost = 1 + 8 + 5
const roomBytes = 4096

/** A block that grows. `at` of each event is milliseconds since the start of the recording, and none is before the one that it follows. */
export class EventsWriter {
  #bytes = new Uint8Array(roomBytes)
  #length = 0
  #before = 0

  /** Of the block so far. */
  get size(): number {
    return this.#length
  }

  /** Milliseconds since the start of the recording. */
  get lastAt(): number {
    return this.#before
  }

  /** Copies what it needs. */
  add(event: RecordedEvent): void {
    const content = contentOf(event)
    this.#makeRoom(headBytesMost + content.length)
    const at = Math.max(this.#before, Math.round(event.at))
    this.#bytes[this.#length] = kinds.indexOf(event.kind)
    this.#length += 1
    this.#varint(at - this.#before)
    this.#varint(content.length)
    this.#bytes.set(content, this.#length)
    this.#length += content.length
    this.#before = at
  }

  /** The block; nothing is added to it afterwards. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#length] = (rest % 0x80) | 0x80
      this.#length += 1
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#length] = rest
    this.#length += 1
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** A block of them, in order of time. */
export function encodeEvents(events: readonly RecordedEvent[]): Uint8Array {
  const writer = new EventsWriter()
  for (const event of events) writer.add(event)
  return writer.finish()
}

/** Fails for what is no block. */
export function decodeEvents(block: Uint8Array): RecordedEvent[] {
  const events: RecordedEvent[] = []
  let [position, at] = [0, 0]
  const varint = (): number => {
    for (let value = 0, factor = 1; factor < 2 ** 53; factor *= 0x80) {
      const byte = block[position]
      if (byte === undefined) break
      position += 1
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
    throw new Error('This is no block of a recording.')
  }
  while (position < block.length) {
    const kind = kinds[block[position] ?? kinds.length]
    position += 1
    if (!kind) throw new Error('This is no block of a recording.')
    at += varint()
    const length = varint()
    if (length > block.length - position) throw new Error('This is no block of a recording.')
    events.push(eventOf(kind, at, block.subarray(position, position + length)))
    position += length
  }
  return events
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let position = 0
  for (const part of parts) {
    joined.set(part, position)
    position += part.length
  }
  return joined
}

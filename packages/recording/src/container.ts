// A recording as a file: a line with name and version, a line with the header as JSON, then blocks. Of a block: bytes of
// content (4), kind (1), number from 1 (4), content, its place in the chain (32), the server's signature of that (64).
// The chain is over the content as it was compressed, so that a recording can be stored encrypted and checked without.
import { joinBytes } from './events.ts'

export interface RecordingHeader {
  readonly session: string
  readonly seat: number
  readonly namespace: string
  readonly device: string
  readonly device_name: string
  readonly username: string
  /** `terminal`: what was on its screen; `command`: that it ran, and never what went through it. */
  readonly kind: 'terminal' | 'command'
  readonly term: string
  readonly columns: number
  readonly rows: number
  readonly policy: 'best_effort' | 'required'
  /** Who wrote it: the gateway that carried the session, or somebody by a call of the API. */
  readonly source: 'gateway' | 'api'
  /** RFC 3339. */
  readonly started_at: string
}

/** JSON of the last block. */
export interface RecordingEnd {
  readonly outcome: 'complete' | 'interrupted'
  readonly milliseconds: number
}

export interface Block {
  readonly kind: 'events' | 'end'
  /** From 1. */
  readonly number: number
  readonly content: Uint8Array
  readonly chain: Uint8Array
  readonly signature: Uint8Array
}

const chainBytes = 32
const signatureBytes = 64
const headBytes = 9
/** No block is larger, whatever a file says. */
const contentBytesMost = 4 * 1024 * 1024
const headerBytesMost = 64 * 1024
const name = 'sshore-recording 1\n'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const encodeHeader = (header: RecordingHeader): Uint8Array =>
  encoder.encode(`${name}${JSON.stringify(header)}\n`)

export function encodeBlock({ kind, number, content, chain, signature }: Block): Uint8Array {
  const head = new Uint8Array(headBytes)
  const view = new DataView(head.buffer)
  view.setUint32(0, content.length)
  view.setUint8(4, kind === 'end' ? 2 : 1)
  view.setUint32(5, number)
  return joinBytes([head, content, chain, signature])
}

interface Placed {
  /** Where it begins, counted from the first byte that was fed. */
  readonly offset: number
  readonly size: number
}

export type ContainerItem = Placed &
  (
    | { readonly type: 'header'; readonly header: RecordingHeader; readonly bytes: Uint8Array }
    | { readonly type: 'block'; readonly block: Block }
  )

/** What a file holds is not what a recording is made of. */
export class ContainerFault extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.name = 'ContainerFault'
    this.offset = offset
  }
}

/** Takes a file piece by piece. */
export class ContainerReader {
  #rest: Uint8Array = new Uint8Array()
  #offset = 0
  #headed: boolean

  /** `headed`: it begins with a block. */
  constructor(headed = false) {
    this.#headed = headed
  }

  /** Bytes up to here were whole items. */
  get offset(): number {
    return this.#offset
  }

  /** Bytes after the last whole item. */
  get left(): number {
    return this.#rest.length
  }

  /** The items that are whole by now. Fails with `ContainerFault`. */
  *feed(bytes: Uint8Array): Generator<ContainerItem> {
    this.#rest = this.#rest.length === 0 ? bytes : joinBytes([this.#rest, bytes])
    for (;;) {
      const item = this.#headed ? this.#block() : this.#header()
      if (!item) return
      yield item
    }
  }

  #take(length: number): Uint8Array {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    this.#offset += length
    return taken
  }

  #header(): ContainerItem | undefined {
    const [nameEnd] = [this.#rest.indexOf(0x0a)]
    const end = nameEnd < 0 ? -1 : this.#rest.indexOf(0x0a, nameEnd + 1)
    if (end < 0) {
      if (this.#rest.length > headerBytesMost) throw new ContainerFault('This is no recording.', 0)
      return undefined
    }
    const bytes = this.#take(end + 1)
    try {
      const text = decoder.decode(bytes)
      if (!text.startsWith(name)) throw new Error('Another format.')
      const header = JSON.parse(text.slice(name.length)) as RecordingHeader
      this.#headed = true
      return { type: 'header', header, bytes, offset: 0, size: bytes.length }
    } catch {
      throw new ContainerFault('This is no recording, or its header was changed.', 0)
    }
  }

  #block(): ContainerItem | undefined {
    if (this.#rest.length < headBytes) return undefined
    const view = new DataView(this.#rest.buffer, this.#rest.byteOffset)
    const length = view.getUint32(0)
    const kind = view.getUint8(4)
    const wrong = length > contentBytesMost || (kind !== 1 && kind !== 2)
    if (wrong) throw new ContainerFault('What follows is no block.', this.#offset)
    const whole = headBytes + length + chainBytes + signatureBytes
    if (this.#rest.length < whole) return undefined
    const number = view.getUint32(5)
    const offset = this.#offset
    const bytes = this.#take(whole)
    const chainAt = headBytes + length
    const block: Block = {
      kind: kind === 2 ? 'end' : 'events',
      number,
      content: bytes.subarray(headBytes, chainAt),
      chain: bytes.subarray(chainAt, chainAt + chainBytes),
      signature: bytes.subarray(chainAt + chainBytes),
    }
    return { type: 'block', block, offset, size: whole }
  }
}

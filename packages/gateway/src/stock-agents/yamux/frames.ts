// Frames of yamux, version 0: a header of 12 bytes, and after data frames the data.
// https://github.com/hashicorp/yamux/blob/master/spec.md

export const frameTypes = { data: 0, windowUpdate: 1, ping: 2, goAway: 3 } as const
export const flags = { syn: 1, ack: 2, fin: 4, rst: 8 } as const
/** Why a session goes away. */
export const goAwayCodes = { normal: 0, protocolError: 1 } as const

const headerBytes = 12
/** What each side may send on a stream before it is given more. */
export const initialWindowBytes = 256 * 1024

export interface FrameHeader {
  readonly type: number
  readonly flags: number
  /** 0: the session itself. */
  readonly stream: number
  /** Bytes that follow, for data; otherwise a number of the frame's own. */
  readonly length: number
}

/** One frame in one piece. `data` follows the header; its length is to be `length` then. */
export function encodeFrame({ type, flags: flag, stream, length }: FrameHeader, data?: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + (data?.length ?? 0))
  frame.writeUInt8(0, 0)
  frame.writeUInt8(type, 1)
  frame.writeUInt16BE(flag, 2)
  frame.writeUInt32BE(stream, 4)
  frame.writeUInt32BE(length, 8)
  if (data) frame.set(data, headerBytes)
  return frame
}

export interface FrameListener {
  /** A header; the bytes of a data frame follow in `onData`. False: stop reading for good. */
  onHeader(header: FrameHeader): boolean
  /** A piece of a data frame; `last` when the frame is complete with it. False: stop reading for good. */
  onData(header: FrameHeader, bytes: Buffer, last: boolean): boolean
  /** Not yamux of a version that is known. */
  onNonsense(): void
}

/** Cuts a byte stream into frames. Data is handed on as it comes, so that a giant frame holds no memory. */
export class FrameReader {
  readonly #listener: FrameListener
  readonly #header = Buffer.alloc(headerBytes)
  #headerFilled = 0
  #frame: FrameHeader | undefined
  #dataLeft = 0
  #stopped = false

  constructor(listener: FrameListener) {
    this.#listener = listener
  }

  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length && !this.#stopped) {
      if (this.#dataLeft > 0 && this.#frame) {
        const bytes = chunk.subarray(at, at + this.#dataLeft)
        at += bytes.length
        this.#dataLeft -= bytes.length
        this.#stopped = !this.#listener.onData(this.#frame, bytes, this.#dataLeft === 0)
      } else at += this.#readHeader(chunk, at)
    }
  }

  #readHeader(chunk: Buffer, at: number): number {
    const copied = chunk.copy(this.#header, this.#headerFilled, at)
    this.#headerFilled += copied
    if (this.#headerFilled < headerBytes) return copied
    this.#headerFilled = 0
    const type = this.#header.readUInt8(1)
    if (this.#header.readUInt8(0) !== 0 || type > frameTypes.goAway) {
      this.#stopped = true
      this.#listener.onNonsense()
      return copied
    }
    const length = this.#header.readUInt32BE(8)
    if (type === frameTypes.data) this.#dataLeft = length
    const stream = this.#header.readUInt32BE(4)
    this.#frame = { type, flags: this.#header.readUInt16BE(2), stream, length }
    this.#stopped = !this.#listener.onHeader(this.#frame)
    return copied
  }
}

// The wire format. A message of the socket is an envelope: its kind, how far the sender has received, and for
// frames whole frames one after another. A frame is type (1 byte), stream (4), payload length (3), payload; numbers
// are big-endian. Only frames are counted as sequenced bytes: they alone are sent again after a reconnect.

/** `promptFrames` are frames that ask for an acknowledgement at once. */
export const envelopeKinds = { frames: 0, acknowledge: 1, ping: 2, pong: 3, promptFrames: 4 } as const
export const envelopeBytes = 7
export const pingBytes = envelopeBytes + 4

export const frameTypes = {
  /** A piece of a stream header; `open` is the last one. Pieces of two headers never mix. */
  openPart: 1,
  open: 2,
  bytes: 3,
  errorBytes: 4,
  message: 5,
  end: 6,
  close: 7,
  reset: 8,
  credit: 9,
} as const
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export const frameHeaderBytes = 8
/** What three bytes of length can say. */
const framePayloadMax = 0xff_ff_ff
/** Stream ids are 31 bits; the gateway opens odd ones, the agent even ones. */
export const streamIdMax = 0x7f_ff_ff_ff

export const readUint32 = (bytes: Uint8Array, offset: number): number =>
  ((bytes[offset] ?? 0) * 0x1_00_00_00 +
    (((bytes[offset + 1] ?? 0) << 16) | ((bytes[offset + 2] ?? 0) << 8) | (bytes[offset + 3] ?? 0))) >>>
  0

export const writeUint32 = (bytes: Uint8Array, offset: number, value: number): void => {
  bytes[offset] = value >>> 24
  bytes[offset + 1] = value >>> 16
  bytes[offset + 2] = value >>> 8
  bytes[offset + 3] = value
}

export interface Envelope {
  readonly kind: number
  /** Sequenced bytes that the sender of this message has received so far. */
  readonly received: number
}

export const readEnvelope = (message: Uint8Array): Envelope | undefined => {
  const kind = message[0]
  if (kind === undefined || message.length < envelopeBytes) return undefined
  const high = ((message[1] ?? 0) << 8) | (message[2] ?? 0)
  return { kind, received: high * 0x1_00_00_00_00 + readUint32(message, 3) }
}

export const writeEnvelope = (message: Uint8Array, kind: number, received: number): void => {
  const high = Math.floor(received / 0x1_00_00_00_00)
  message[0] = kind
  message[1] = high >>> 8
  message[2] = high
  writeUint32(message, 3, received >>> 0)
}

/** Receives one frame; false stops the reading of its message. */
export type FrameVisitor = (type: number, streamId: number, payload: Uint8Array) => boolean

/**
 * Hands out the frames of one message as views.
 * @returns where the first frame begins that was not handed out; undefined when there is no whole one
 */
export const readFrames = (message: Uint8Array, from: number, visit: FrameVisitor): number | undefined => {
  let offset = from
  while (offset < message.length) {
    const payloadAt = offset + frameHeaderBytes
    if (payloadAt > message.length) return undefined
    const length = ((message[offset + 5] ?? 0) << 16) | ((message[offset + 6] ?? 0) << 8) | (message[offset + 7] ?? 0)
    const next = payloadAt + length
    if (next > message.length) return undefined
    if (!visit(message[offset] ?? 0, readUint32(message, offset + 1), message.subarray(payloadAt, next))) return next
    offset = next
  }
  return offset
}

interface GatheredFrame {
  readonly type: FrameType
  readonly streamId: number
  readonly payloads: Uint8Array[]
  length: number
}

/** Gathers frames and copies them once, into one fresh message that has room for its envelope. */
export class FrameBatch {
  readonly #memory: (bytes: number) => Uint8Array
  #frames: GatheredFrame[] = []
  #bytes = 0

  /** @param memory gives a message of this length, which need not be zeroed */
  constructor(memory: (bytes: number) => Uint8Array) {
    this.#memory = memory
  }

  /** Sequenced bytes gathered so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Many small writes in a row to one lane become one frame. */
  add(type: FrameType, streamId: number, payload: Uint8Array): void {
    const last = this.#frames.at(-1)
    const joins = last?.type === type && last.streamId === streamId && joinable(type)
    if (joins && last.length + payload.length <= framePayloadMax) {
      last.payloads.push(payload)
      last.length += payload.length
      this.#bytes += payload.length
      return
    }
    this.#frames.push({ type, streamId, payloads: [payload], length: payload.length })
    this.#bytes += frameHeaderBytes + payload.length
  }

  /** The message, its envelope still unwritten; the batch is empty afterwards. */
  take(): Uint8Array {
    const message = this.#memory(envelopeBytes + this.#bytes)
    let offset = envelopeBytes
    for (const { type, streamId, payloads, length } of this.#frames) {
      message[offset] = type
      writeUint32(message, offset + 1, streamId)
      message[offset + 5] = length >>> 16
      message[offset + 6] = length >>> 8
      message[offset + 7] = length
      offset += frameHeaderBytes
      for (const payload of payloads) {
        message.set(payload, offset)
        offset += payload.length
      }
    }
    this.#frames = []
    this.#bytes = 0
    return message
  }
}

const joinable = (type: FrameType): boolean => type === frameTypes.bytes || type === frameTypes.errorBytes

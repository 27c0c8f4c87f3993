// The link's wire format written down a second time, from the outside and without any care: for peers that mean harm.

export const kinds = { frames: 0, acknowledge: 1, ping: 2, pong: 3, promptFrames: 4 } as const
export const types = {
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

export interface Frame {
  readonly type: number
  readonly stream: number
  readonly payload: Uint8Array
  /** What the header says, when that is not the truth. */
  readonly claimedLength?: number
}

const envelopeBytes = 7
const headerBytes = 8

export function encodeFrame({ type, stream, payload, claimedLength = payload.length }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt8(type)
  header.writeUInt32BE(stream, 1)
  header.writeUIntBE(claimedLength, 5, 3)
  return Buffer.concat([header, payload])
}

export function envelope(kind: number, received: number, ...frames: readonly Frame[]): Buffer {
  const head = Buffer.alloc(envelopeBytes)
  head.writeUInt8(kind)
  head.writeUIntBE(received, 1, 6)
  return Buffer.concat([head, ...frames.map(encodeFrame)])
}

/** Streams that the gateway opens in this message, by their ids. */
export function openedStreams(message: Buffer): { readonly id: number; readonly header: string }[] {
  const opened: { id: number; header: string }[] = []
  if (message[0] !== kinds.frames && message[0] !== kinds.promptFrames) return opened
  for (let at = envelopeBytes; at + headerBytes <= message.length;) {
    const end = at + headerBytes + message.readUIntBE(at + 5, 3)
    if (message[at] === types.open) {
      opened.push({ id: message.readUInt32BE(at + 1), header: message.subarray(at + headerBytes, end).toString() })
    }
    at = end
  }
  return opened
}

export const text = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

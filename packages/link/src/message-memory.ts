// Memory of outgoing messages. A quarter of a sender's time went into collecting buffers that live for a round trip; so
// large ones are used again once the peer has acknowledged them: by then no socket needs them any more.
import { envelopeBytes, frameHeaderBytes } from './frames.ts'

/** Room for control frames and headers on top of a power of two of payload. */
const marginBytes = 1024 + envelopeBytes + frameHeaderBytes
const smallestBytes = 32 * 1024
/** Spare buffers, together; what a link holds beyond that goes back to the runtime at once. */
const spareBytes = 4 * 1024 * 1024

export class MessageMemory {
  readonly #allocate: (bytes: number) => Uint8Array
  /** Spare buffers by capacity. */
  readonly #spare = new Map<number, Uint8Array[]>()
  #spareBytes = 0

  /** @param allocate need not zero what it returns */
  constructor(allocate: (bytes: number) => Uint8Array) {
    this.#allocate = allocate
  }

  /** A message of exactly this length; its content is whatever was there. */
  take(bytes: number): Uint8Array {
    if (bytes < smallestBytes) return this.#allocate(bytes)
    const capacity = capacityFor(bytes)
    const spare = this.#spare.get(capacity)?.pop()
    if (spare !== undefined) this.#spareBytes -= capacity
    return (spare ?? this.#allocate(capacity)).subarray(0, bytes)
  }

  /** Nobody looks at this message of `take` any more. */
  give(message: Uint8Array): void {
    const capacity = capacityFor(message.length)
    // Small messages may share their buffer with others.
    const whole = message.byteOffset === 0 && message.buffer.byteLength === capacity
    if (message.length < smallestBytes || !whole || this.#spareBytes + capacity > spareBytes) return
    const spare = this.#spare.get(capacity)
    const buffer = new Uint8Array(message.buffer)
    if (spare === undefined) this.#spare.set(capacity, [buffer])
    else spare.push(buffer)
    this.#spareBytes += capacity
  }

  /** The link is idle: an idle link holds nothing. */
  clear(): void {
    this.#spare.clear()
    this.#spareBytes = 0
  }
}

const capacityFor = (bytes: number): number => {
  let capacity = smallestBytes
  while (capacity + marginBytes < bytes) capacity *= 2
  return capacity + marginBytes
}

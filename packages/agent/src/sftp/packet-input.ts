// Cuts the stream from the client into packets. They are served where they lie, so nothing is copied before a WRITE
// reaches the file; a packet is valid until the next one is asked for.
import { readSync } from 'node:fs'
import { untilReady } from './blocking.ts'
import { PacketReader } from './packet-reader.ts'
import { maxAcceptedPacketBytes } from './protocol.ts'

const lengthBytes = 4
const bufferBytes = 2 * maxAcceptedPacketBytes

/** The stream cannot be understood from here on: the next packet claims an impossible length. */
export class BrokenStream extends Error {}

export class PacketInput {
  readonly #descriptor: number
  readonly #bytes = Buffer.allocUnsafeSlow(bufferBytes)
  #start = 0
  #end = 0

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /**
   * The next packet, or undefined at the end of the stream, even one inside a packet. `beforeWaiting` runs each time
   * before the client is waited for. Throws `BrokenStream`.
   */
  next(beforeWaiting: () => void): PacketReader | undefined {
    for (;;) {
      const available = this.#end - this.#start
      const length = available < lengthBytes ? undefined : this.#bytes.readUInt32BE(this.#start)
      if (length !== undefined) {
        if (length === 0 || length > maxAcceptedPacketBytes) {
          throw new BrokenStream(`a packet of ${length} bytes is not one of this protocol`)
        }
        if (available >= lengthBytes + length) return this.#take(length)
      }
      beforeWaiting()
      if (!this.#fill(lengthBytes + (length ?? 0))) return undefined
    }
  }

  #take(length: number): PacketReader {
    const start = this.#start + lengthBytes
    this.#start = start + length
    return new PacketReader(this.#bytes, start, this.#start)
  }

  #fill(wantedBytes: number): boolean {
    if (this.#start === this.#end) {
      this.#start = 0
      this.#end = 0
    } else if (this.#start + wantedBytes > bufferBytes) {
      this.#bytes.copyWithin(0, this.#start, this.#end)
      this.#end -= this.#start
      this.#start = 0
    }
    const length = untilReady(() => readSync(this.#descriptor, this.#bytes, this.#end, bufferBytes - this.#end, null))
    this.#end += length
    return length > 0
  }
}

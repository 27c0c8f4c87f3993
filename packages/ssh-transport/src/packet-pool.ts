// Memory for outgoing packets. Large ones use the same memory again once the socket has taken them: fresh memory for
// every packet of a copy costs more to collect than to encrypt. Small ones lie one behind the other, so that what
// belongs together leaves in one piece.
import { randomFillSync } from 'node:crypto'

/** Holds the largest packet of channel data we send: 32 KiB with header, padding and tag. */
const slotBytes = 32 * 1024 + 256
/** Smaller packets share a sheet. */
const smallBytesMost = 4096
/** A sheet lives until the last of its packets was taken by a socket, so it is not larger than a few small packets. */
const sheetBytes = 16 * 1024
/** What is kept for later: about 4 MiB. */
const slotsMost = 128

const randomBuffer = (bytes: number): Buffer => randomFillSync(Buffer.allocUnsafeSlow(bytes))

export class PacketPool {
  readonly #free: Buffer[] = []
  #sheet: Buffer = Buffer.alloc(0)
  #taken = 0

  /**
   * A buffer of exactly this size, holding random bytes or old ciphertext, never what the process had in that memory
   * before: the padding of a packet is what was there (RFC 4253 section 6 wants it random).
   */
  take(bytes: number): Buffer {
    if (bytes > slotBytes) return randomBuffer(bytes)
    if (bytes > smallBytesMost) return (this.#free.pop() ?? randomBuffer(slotBytes)).subarray(0, bytes)
    if (this.#taken + bytes > this.#sheet.length) {
      this.#sheet = randomBuffer(sheetBytes)
      this.#taken = 0
    }
    this.#taken += bytes
    return this.#sheet.subarray(this.#taken - bytes, this.#taken)
  }

  /** Gives back what `take` returned, once nobody reads or writes it any more. */
  release(packet: Buffer): void {
    if (packet.buffer.byteLength !== slotBytes || this.#free.length >= slotsMost) return
    this.#free.push(Buffer.from(packet.buffer, 0, slotBytes))
  }
}

// Memory for outgoing packets, used again once the socket has taken them. Without it every packet of a copy is a
// fresh allocation outside the JavaScript heap, and collecting those costs more than encrypting them.
import { randomFillSync } from 'node:crypto'

/** Holds the largest packet we send: 32 KiB of channel data with header, padding and tag. */
const slotBytes = 32 * 1024 + 256
/** Smaller packets come from Node's own pool. */
const pooledFromBytes = 4096
/** What is kept for later: about 4 MiB. */
const slotsMost = 128

export class PacketPool {
  readonly #free: Buffer[] = []

  /**
   * A buffer of exactly this size. Its last 64 bytes, where a packet's padding lies, are random or old ciphertext,
   * never what the process had in that memory before.
   */
  take(bytes: number): Buffer {
    if (bytes < pooledFromBytes || bytes > slotBytes) {
      const packet = Buffer.allocUnsafe(bytes)
      return randomFillSync(packet, Math.max(0, bytes - 64))
    }
    const slot = this.#free.pop() ?? randomFillSync(Buffer.allocUnsafeSlow(slotBytes))
    return slot.subarray(0, bytes)
  }

  /** Gives back what `take` returned, once nobody reads or writes it any more. */
  release(packet: Buffer): void {
    if (packet.buffer.byteLength !== slotBytes || this.#free.length >= slotsMost) return
    this.#free.push(Buffer.from(packet.buffer, 0, slotBytes))
  }
}

/**
 * Lays out packets of the ciphers that everybody uses in memory of the pool (RFC 5647 section 7.2, OpenSSH's
 * PROTOCOL.chacha20poly1305): the length is not part of what is padded to whole blocks, and 16 bytes of tag follow.
 * Undefined for other ciphers. The payload goes to byte 5.
 */
export function packetAllocator(pool: PacketPool, cipher: string): ((payloadBytes: number) => Buffer) | undefined {
  const block = cipher.endsWith('-gcm@openssh.com') ? 16 : cipher === 'chacha20-poly1305@openssh.com' ? 8 : undefined
  if (block === undefined) return undefined
  return (payloadBytes) => {
    let padding = block - ((1 + payloadBytes) % block)
    if (padding < 4) padding += block
    const packet = pool.take(5 + payloadBytes + padding + 16)
    packet.writeUInt32BE(1 + payloadBytes + padding, 0)
    packet[4] = padding
    return packet
  }
}

// Outgoing packets (RFC 4253 section 6): layout, sequence numbers, and what may pass while keys are exchanged.
import { plainSealer } from './ciphers/plain.ts'
import type { Sealer } from './ciphers/cipher.ts'
import type { PacketPool } from './packet-pool.ts'
import { type SocketWriter, unreadBytesMost } from './socket-writer.ts'
import { ProtocolViolation } from './wire.ts'

/** Where the payload begins: behind the length and the padding's length. */
export const payloadOffset = 5
const paddingLeast = 4
/** Besides its bytes, what a message that waits costs us. */
const heldOverheadBytes = 128

export class PacketWriter {
  readonly #socket: SocketWriter
  readonly #packets: PacketPool
  #sealer: Sealer = plainSealer
  #sequence = 0
  #held: Buffer[] | undefined
  #heldBytes = 0
  #over = false
  /** Since the last change of keys. */
  bytes = 0
  count = 0

  constructor(socket: SocketWriter, packets: PacketPool) {
    this.#socket = socket
    this.#packets = packets
  }

  /** True while messages wait for the end of a key exchange. */
  get holding(): boolean {
    return this.#held !== undefined
  }

  /** Memory for a packet; the payload goes to `payloadOffset`, then `seal`. */
  layOut(payloadBytes: number): Buffer {
    const { blockBytes, unpaddedBytes, tagBytes } = this.#sealer
    const content = payloadOffset + payloadBytes
    let padding = blockBytes - ((content - unpaddedBytes) % blockBytes)
    if (padding < paddingLeast) padding += blockBytes
    const packet = this.#packets.take(content + padding + tagBytes)
    packet.writeUInt32BE(content + padding - 4, 0)
    packet[4] = padding
    return packet
  }

  /** Encrypts what `layOut` gave, in place, and writes it. */
  seal(packet: Buffer): void {
    if (this.#over) return
    this.bytes += packet.length
    this.count += 1
    this.#sealer.seal(packet, this.#sequence)
    this.#sequence = (this.#sequence + 1) >>> 0
    this.#socket.write(packet)
  }

  /** Sends a message, or keeps a copy of it until `release`. Throws when too much waits. */
  send(payload: Uint8Array): void {
    if (this.#held) this.#hold(this.#held, payload)
    else this.sendNow(payload)
  }

  /** Sends a message even while keys are exchanged. */
  sendNow(payload: Uint8Array): void {
    const packet = this.layOut(payload.length)
    packet.set(payload, payloadOffset)
    this.seal(packet)
  }

  /** From our KEXINIT on only the key exchange may pass (RFC 4253 section 7.1). */
  hold(): void {
    this.#held ??= []
  }

  /** Sends what waited. */
  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#heldBytes = 0
    for (const payload of held) this.sendNow(payload)
  }

  /** After NEWKEYS. `restart`: numbers begin at 0 again (strict key exchange). */
  changeKeys(sealer: Sealer, restart: boolean): void {
    this.#sealer.free()
    this.#sealer = sealer
    if (restart) this.#sequence = 0
    this.bytes = 0
    this.count = 0
  }

  /** Nothing can be sent afterwards. */
  free(): void {
    this.#over = true
    this.#sealer.free()
    this.#sealer = plainSealer
    this.#held = undefined
  }

  #hold(held: Buffer[], payload: Uint8Array): void {
    this.#heldBytes += payload.length + heldOverheadBytes
    if (this.#heldBytes > unreadBytesMost) throw new ProtocolViolation('the key exchange takes too long')
    held.push(Buffer.from(payload))
  }
}

// Incoming packets (RFC 4253 section 6) out of whatever pieces TCP delivers; decrypted where they lie.
import type { Opener } from './ciphers/cipher.ts'
import { plainOpener } from './ciphers/plain.ts'
import { ProtocolViolation } from './wire.ts'

/** What RFC 4253 section 6.1 obliges us to take. */
const strangerPacketBytes = 35_000
/** What OpenSSH takes. */
const trustedPacketBytes = 256 * 1024
const paddingLeast = 4
const lengthBytes = 4
const always = (): boolean => true

export class PacketReader {
  readonly #onPayload: (payload: Buffer) => void
  #opener: Opener = plainOpener
  #packetBytesMost = strangerPacketBytes
  #sequence = 0
  #stopped = false
  /** The beginning of a packet whose length is not known yet. */
  readonly #head = Buffer.alloc(16)
  #headBytes = 0
  /** A packet that came in pieces, as far as it is here. */
  #partial: Buffer | undefined
  #partialBytes = 0
  /** Since the last change of keys. */
  bytes = 0
  count = 0

  /** The payload is the receiver's to keep; a throw passes through `read`. */
  constructor(onPayload: (payload: Buffer) => void) {
    this.#onPayload = onPayload
  }

  /** Number of the packet in hand. */
  get sequence(): number {
    return (this.#sequence - 1) >>> 0
  }

  /** Packets of up to 256 KiB from now on. */
  trust(): void {
    this.#packetBytesMost = trustedPacketBytes
  }

  /**
   * Keeps and changes the bytes of `chunk`, from `from` on. Throws a ProtocolViolation when they are not packets.
   * @param mayGoOn asked before each packet
   * @returns up to where it read: to the end, or as far as it was let
   */
  read(chunk: Buffer, from = 0, mayGoOn: () => boolean = always): number {
    let at = from
    while (at < chunk.length && !this.#stopped && mayGoOn()) {
      if (this.#partial) at += this.#fill(this.#partial, chunk, at)
      else at = this.#next(chunk, at)
    }
    return this.#stopped ? chunk.length : at
  }

  /** After NEWKEYS, for the packets behind it. `restart`: numbers begin at 0 again (strict key exchange). */
  changeKeys(opener: Opener, restart: boolean): void {
    this.#opener.free()
    this.#opener = opener
    if (restart) this.#sequence = 0
    this.bytes = 0
    this.count = 0
  }

  /** Reads no further packet. */
  stop(): void {
    this.#stopped = true
    this.#opener.free()
    this.#opener = plainOpener
  }

  /** Begins a packet; returns where the next one begins. */
  #next(chunk: Buffer, at: number): number {
    const { headBytes } = this.#opener
    const here = chunk.length - at
    if (this.#headBytes === 0 && here >= headBytes) {
      const whole = this.#wholeBytes(chunk.subarray(at, at + headBytes))
      if (here >= whole) {
        this.#take(chunk.subarray(at, at + whole))
        return at + whole
      }
      this.#begin(whole, chunk.subarray(at))
      return chunk.length
    }
    const missing = Math.min(headBytes - this.#headBytes, here)
    chunk.copy(this.#head, this.#headBytes, at, at + missing)
    this.#headBytes += missing
    if (this.#headBytes < headBytes) return chunk.length
    const head = this.#head.subarray(0, headBytes)
    this.#headBytes = 0
    this.#begin(this.#wholeBytes(head), head)
    return at + missing
  }

  #begin(whole: number, beginning: Buffer): void {
    const partial = Buffer.allocUnsafe(whole)
    beginning.copy(partial)
    this.#partial = partial
    this.#partialBytes = beginning.length
  }

  /** Returns how many bytes of the chunk it used. */
  #fill(partial: Buffer, chunk: Buffer, at: number): number {
    const used = chunk.copy(partial, this.#partialBytes, at)
    this.#partialBytes += used
    if (this.#partialBytes === partial.length) {
      this.#partial = undefined
      this.#take(partial)
    }
    return used
  }

  /** From the length to the end of the tag. */
  #wholeBytes(head: Buffer): number {
    const { blockBytes, unpaddedBytes, tagBytes, headBytes } = this.#opener
    const bytes = this.#opener.packetBytes(head, this.#sequence)
    const padded = bytes + lengthBytes - unpaddedBytes
    const tooShort = bytes < 1 + paddingLeast || bytes + lengthBytes < headBytes
    if (tooShort || bytes > this.#packetBytesMost || padded % blockBytes !== 0) {
      throw new ProtocolViolation(`a packet of ${bytes} bytes`)
    }
    return lengthBytes + bytes + tagBytes
  }

  #take(packet: Buffer): void {
    const opener = this.#opener
    try {
      opener.open(packet, this.#sequence)
    } catch {
      throw new ProtocolViolation('a packet was changed on its way')
    }
    this.#sequence = (this.#sequence + 1) >>> 0
    this.bytes += packet.length
    this.count += 1
    const padding = packet[4] ?? 0
    const end = packet.length - opener.tagBytes - padding
    if (padding < paddingLeast || end <= 5) throw new ProtocolViolation('a packet without a message')
    this.#onPayload(packet.subarray(5, end))
  }
}

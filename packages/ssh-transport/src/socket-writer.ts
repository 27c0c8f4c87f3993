// The sending half of a client's socket: few system calls, packet memory used again, and a measure of how full it is.
import type { Socket } from 'node:net'
import type { PacketPool } from './packet-pool.ts'

/**
 * Bytes waiting in the socket from which on no more channel data is taken: large enough to keep the kernel's buffer
 * filled, small enough that a keystroke's echo does not queue behind much of a download on the same connection.
 */
const congestionBytes = 256 * 1024
/** The same for the few bytes of an interactive channel, which go ahead of bulk that waits. */
const smallCongestionBytes = 512 * 1024
/** More than this is waiting only when a client asks for answers and does not read them. */
export const unreadBytesMost = 8 * 1024 * 1024

export class SocketWriter {
  readonly #socket: Socket
  readonly #packets: PacketPool
  readonly #onUnread: () => void
  /** What the socket has not taken yet, oldest first. */
  readonly #writing: Buffer[] = []
  /** Packets of this turn that lie one behind the other in memory. */
  #run: Buffer | undefined
  #corked = false

  constructor(socket: Socket, packets: PacketPool, onUnread: () => void) {
    this.#socket = socket
    this.#packets = packets
    this.#onUnread = onUnread
  }

  /** Whether channel data should wait; `small`: the few bytes of an interactive channel. */
  full(small: boolean): boolean {
    const waitingBytes = this.#socket.writableLength + (this.#run?.length ?? 0)
    return waitingBytes > (small ? smallCongestionBytes : congestionBytes)
  }

  /** Packets of one turn of the event loop leave in one system call; their memory returns to the pool. */
  write(packet: Buffer): void {
    if (this.#socket.destroyed || !this.#socket.writable) return
    if (this.#socket.writableLength > unreadBytesMost) {
      this.#onUnread()
      return
    }
    if (!this.#corked) {
      this.#corked = true
      this.#socket.cork()
      process.nextTick(this.#flush)
    }
    const run = this.#run
    if (run?.buffer === packet.buffer && run.byteOffset + run.length === packet.byteOffset) {
      this.#run = Buffer.from(run.buffer, run.byteOffset, run.length + packet.length)
      return
    }
    this.#endRun()
    this.#run = packet
  }

  /** Hands the socket all that was written so far. */
  flush(): void {
    if (this.#corked) this.#flush()
  }

  readonly #flush = (): void => {
    if (!this.#corked) return
    this.#corked = false
    this.#endRun()
    this.#socket.uncork()
  }

  #endRun(): void {
    const run = this.#run
    if (!run) return
    this.#run = undefined
    if (!this.#socket.writable) return
    this.#writing.push(run)
    this.#socket.write(run, this.#written)
  }

  /** Writes finish in their order. */
  readonly #written = (): void => {
    const packet = this.#writing.shift()
    if (packet) this.#packets.release(packet)
  }
}

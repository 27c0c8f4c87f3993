// What was typed and is not with the device yet: kept until the server has it, so that nothing is lost with a connection.
import { webTerminal } from '@sshore/contract'

type Bytes = Uint8Array<ArrayBuffer>

export class InputQueue {
  #kept: Bytes[] = []
  /** Offset of the first byte that is kept, counted as `ready.input`. */
  #start = 0
  #end = 0
  #sent = 0

  get isEmpty(): boolean {
    return this.#end === this.#start
  }

  add(bytes: Bytes): void {
    if (bytes.length === 0) return
    this.#kept.push(bytes)
    this.#end += bytes.length
  }

  /** The server has everything up to here. */
  acknowledge(received: number): void {
    while (this.#kept[0] && this.#start + this.#kept[0].length <= received) {
      this.#start += this.#kept.shift()?.length ?? 0
    }
    const rest = received - this.#start
    if (rest > 0 && this.#kept[0]) {
      this.#kept[0] = this.#kept[0].subarray(rest)
      this.#start = received
    }
  }

  /** A new connection: what the server does not have is sent again. A session of which nothing was kept begins there. */
  restart(received: number): void {
    if (this.isEmpty) {
      this.#start = received
      this.#end = received
    } else if (this.#end - this.#start > 0 && this.#sent === 0 && this.#start === 0) {
      // Typed before the first answer.
      this.#start = received
      this.#end += received
    }
    this.acknowledge(received)
    this.#sent = Math.max(received, this.#start)
  }

  /** What may be sent now, in messages of the size that the server takes. */
  *take(windowBytes: number): Generator<Bytes> {
    for (;;) {
      const room = this.#start + windowBytes - this.#sent
      const piece = this.#after(this.#sent, Math.min(room, webTerminal.messageBytes))
      if (!piece || piece.length === 0) return
      this.#sent += piece.length
      yield piece
    }
  }

  #after(offset: number, most: number): Bytes | undefined {
    if (most <= 0) return undefined
    let at = this.#start
    for (const bytes of this.#kept) {
      if (offset < at + bytes.length) return bytes.subarray(offset - at, offset - at + most)
      at += bytes.length
    }
    return undefined
  }
}

// A socket of Bun's event loop behind the agent's own face.
import type { Socket } from 'bun'
import type { Connection, ConnectionHandler } from '../platform.ts'

const deaf: ConnectionHandler = {
  onData: () => undefined,
  onTaken: () => undefined,
  onEnd: () => undefined,
  onClose: () => undefined,
}

export class BunConnection implements Connection {
  handler: ConnectionHandler = deaf
  readonly origin: Connection['origin']
  readonly #socket: Socket<unknown>
  readonly #waiting: Uint8Array[] = []
  /** What follows behind the bytes that wait. */
  #parting: 'nothing' | 'end' | 'close' = 'nothing'
  #over = false

  constructor(socket: Socket<unknown>, isUnix: boolean) {
    this.#socket = socket
    this.origin = isUnix ? { address: '', port: 0 } : { address: socket.remoteAddress, port: socket.remotePort }
    if (!isUnix) socket.setNoDelay(true)
    socket.pause()
  }

  write(chunk: Uint8Array): void {
    if (this.#over || this.#parting !== 'nothing') return
    this.#waiting.push(chunk)
    if (this.#waiting.length === 1) this.drain()
  }

  end(): void {
    if (this.#parting !== 'nothing') return
    this.#parting = 'end'
    this.drain()
  }

  close(): void {
    this.#parting = 'close'
    this.drain()
  }

  pause(): void {
    if (!this.#over) this.#socket.pause()
  }

  resume(): void {
    if (!this.#over) this.#socket.resume()
  }

  [Symbol.dispose](): void {
    this.handler = deaf
    if (this.#over) return
    this.closed()
    this.#socket.end()
  }

  /** The socket has room. */
  drain(): void {
    if (this.#over) return
    let takenBytes = 0
    for (let chunk = this.#waiting[0]; chunk; chunk = this.#waiting[0]) {
      // Negative when the connection has just broken; its close follows.
      const taken = Math.max(0, this.#socket.write(chunk))
      takenBytes += taken
      if (taken < chunk.byteLength) {
        this.#waiting[0] = chunk.subarray(taken)
        break
      }
      this.#waiting.shift()
    }
    if (takenBytes > 0) this.handler.onTaken(takenBytes)
    if (this.#waiting.length > 0 || this.#parting === 'nothing') return
    if (this.#parting === 'end') this.#socket.shutdown()
    else this.#socket.end()
  }

  /** The socket is gone. */
  closed(): void {
    if (this.#over) return
    this.#over = true
    this.#waiting.length = 0
    this.handler.onClose()
  }
}

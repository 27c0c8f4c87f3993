// One browser in front of one terminal: its WebSocket, how much it has taken of what it was sent, and its window's size.
import { webTerminal, webTerminalClose, type WebTerminalReply } from '@sshore/contract'
import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'
import { heartbeat } from './heartbeat.ts'
import { type BrowserMessage, type Dialect, errorOf, readMessage, writeReply } from './messages.ts'
import { sayGoodbye } from './say-goodbye.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface ViewerListener {
  onMessage(message: BrowserMessage): void
  /** The browser took some of its output. */
  onRoom(): void
  onClose(): void
}

const silent: ViewerListener = { onMessage: () => undefined, onRoom: () => undefined, onClose: () => undefined }

export class Viewer {
  readonly dialect: Dialect
  readonly #webSocket: WebSocket
  readonly #clock: Clock
  readonly #endHeartbeat: () => void
  size: Size
  #listener: ViewerListener = silent
  /** Offsets in the session's output. */
  #sent = 0
  #taken = 0
  #closed = false

  constructor(webSocket: WebSocket, dialect: Dialect, size: Size, clock: Clock) {
    this.#webSocket = webSocket
    this.#clock = clock
    this.dialect = dialect
    this.size = size
    this.#endHeartbeat = heartbeat(webSocket, clock)
    webSocket.on('message', (content: Buffer, isBinary: boolean) => this.#hear(content, isBinary))
    webSocket.on('close', () => this.#over())
    // `close` follows; without a listener the process would end.
    webSocket.on('error', () => undefined)
  }

  get closed(): boolean {
    return this.#closed
  }

  /** What comes from now on goes there. */
  set listener(listener: ViewerListener) {
    this.#listener = listener
  }

  /** Bytes of output that may be sent now. */
  get roomBytes(): number {
    return this.#closed ? 0 : webTerminal.windowBytes - (this.#sent - this.#taken)
  }

  /** Output is counted from here on. */
  startAt(offset: number): void {
    this.#sent = offset
    this.#taken = offset
  }

  send(bytes: Uint8Array): void {
    this.#sent += bytes.length
    if (this.dialect === 'ours') return this.#webSocket.send(bytes)
    const upTo = this.#sent
    return this.#webSocket.send(bytes, () => this.#take(upTo))
  }

  tell(reply: WebTerminalReply): void {
    const text = writeReply(reply, this.dialect)
    if (text !== undefined && !this.#closed) this.#webSocket.send(text)
  }

  /** No more input until `resume`. */
  pause(): void {
    this.#webSocket.pause()
  }

  resume(): void {
    this.#webSocket.resume()
  }

  /** `onClose` does not follow. */
  close(code: number, reason: string): void {
    if (this.#closed) return
    this.#listener = silent
    sayGoodbye(this.#webSocket, this.#clock, code, reason)
    this.#over()
  }

  /** The browser sent what it should not. */
  refuse(what: string): void {
    const listener = this.#listener
    this.tell(errorOf('bad_message', `The terminal sent ${what}.`, ['Reload the page; it may be of another version.']))
    this.close(webTerminalClose.protocol, 'bad message')
    listener.onClose()
  }

  #over(): void {
    if (this.#closed) return
    this.#closed = true
    this.#endHeartbeat()
    this.#listener.onClose()
  }

  #take(offset: number): void {
    this.#taken = offset
    this.#listener.onRoom()
  }

  #hear(content: Buffer, isBinary: boolean): void {
    if (this.#closed) return
    const message = readMessage(content, isBinary)
    if (!message) return this.refuse('a message that is not understood')
    if (message.type === 'resize') this.size = { columns: message.columns, rows: message.rows }
    if (message.type !== 'ack') return this.#listener.onMessage(message)
    const wrong = this.dialect !== 'ours' || message.received > this.#sent || message.received < this.#taken
    if (wrong) return this.refuse('an acknowledgement of output that it was not sent')
    return this.#take(message.received)
  }
}

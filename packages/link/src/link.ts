// The face of the link; the gateway and the agent know only this.
import type { ResetReason, StreamHeader, StreamMessage } from '@sshore/contract'

/**
 * What carries a link for a while: one WebSocket, or one end of a pair in memory. Messages keep their borders and
 * arrive in order or not at all. The owner sets the callbacks before anything can arrive; an adapter whose runtime
 * emits the first message together with the opening (`ws` as a client does) must hold it back.
 *
 * Messages are binary. `send` may keep the view until the peer has acknowledged it; then the link uses the memory
 * again. Nothing needs to tell when the socket has room: acknowledgements bound what it buffers.
 */
export interface LinkSocket {
  /** How much of its messages may be handled at once; without it, all that come. */
  readonly share?: WorkShare
  send(message: Uint8Array): void
  /** Bytes given to `send` that the operating system has not taken yet. */
  readonly bufferedBytes: number
  close(code: number, reason: string): void
  onMessage: (message: Uint8Array) => void
  onClose: (code: number, reason: string) => void
}

/** What one connection may have done for it while others wait. */
export interface WorkShare {
  /** Nothing more may be done now; `goOn` follows. */
  readonly spent: boolean
  /** A message or frame of this size is being worked on. */
  spend(bytes: number): void
  /** Set by whoever takes the messages. */
  goOn: () => void
}

/** Which of a session's two byte lanes: standard input and output share the first, standard error is the second. */
export const lanes = { main: 0, error: 1 } as const
export type Lane = (typeof lanes)[keyof typeof lanes]

/** Set by whoever uses a stream. None of these may throw. */
export interface StreamHandler {
  /** Bytes arrived; call `stream.consumed` once they are passed on, or the peer stops sending. The view is the
   * receiver's to keep: the link never writes into it again. */
  onData(chunk: Uint8Array, lane: Lane): void
  onMessage(message: StreamMessage): void
  /** The peer sends no more bytes; messages may still follow. */
  onEnd(): void
  /** The peer is done with the stream and waits for nothing any more: what is still on its way to it will be dropped. */
  onPeerClose?(): void
  /** `write` returned false before; now there is room again. */
  onDrain(): void
  /** Both sides are done (no reason), or the stream was broken off. Nothing follows. */
  onClose(reason: ResetReason | undefined, detail: string): void
}

export interface LinkStream {
  /** Unique within the link for its lifetime: the same number on both sides. */
  readonly id: number
  readonly header: StreamHeader
  /** Set at once by the opener, or synchronously in `Link.onStream` by the other side. */
  handler: StreamHandler
  /** Queues bytes (the link keeps the view until sent). False: stop until `onDrain`. */
  write(chunk: Uint8Array, lane?: Lane): boolean
  /** Sends a message in order with the bytes written before it. */
  message(message: StreamMessage): void
  /** No more bytes from this side. */
  end(): void
  /** Gives credit back to the peer for bytes that `onData` delivered. */
  consumed(bytes: number): void
  /**
   * The reader holds on to what was delivered after the stream is over, and calls `consumed` for it as before. Until
   * then it counts as unread memory of the namespace; without this call it does so until `onClose` returns.
   */
  keep?(): void
  /** Closes after everything queued is sent. The stream ends when both sides have called it. */
  close(): void
  /** Breaks the stream off in both directions at once; queued bytes are dropped. `onClose` follows, never within. */
  reset(reason: ResetReason, detail?: string): void
}

export interface Link {
  readonly id: string
  /** False while the connection is down and resumption is awaited. */
  readonly connected: boolean
  open(header: StreamHeader, handler: StreamHandler): LinkStream
  /** The peer opened a stream; set its handler before returning. */
  onStream: (stream: LinkStream) => void
  /** The link is over for good: every stream was closed with `link_lost` before this is called. */
  onClose: (reason: string) => void
  /** The carrying connection came or went. */
  onConnected: (connected: boolean) => void
  /** Ends the link and all its streams. */
  close(code: number, reason: string): void
}

/** Time as the link sees it, so that tests can own it. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number
  /** Returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

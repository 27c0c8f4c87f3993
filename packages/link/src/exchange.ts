// The frame of a handshake on either side: one expected message at a time, a deadline over all of them, and one way out.
import { handshakeBytes, handshakeSeconds } from './bounds.ts'
import { closeSocket } from './close-socket.ts'
import type { Clock, LinkSocket } from './link.ts'
import { decodeText, encodeText, parseJson } from './text.ts'

export interface Exchange {
  /** False once it failed or was finished. */
  readonly open: boolean
  send(message: unknown): void
  /** What the next message must be; anything else fails the exchange. `next` runs within the message's callback. */
  expect<T>(check: (value: unknown) => value is T, next: (message: T) => void): void
  /** Closes the connection and reports the failure, once. */
  fail(code: number, reason: string): void
  /** The handshake stands; the socket's callbacks belong to somebody else from here on. */
  finish(): void
}

export const beginExchange = (
  socket: LinkSocket,
  clock: Clock,
  refusedCode: number,
  onFailed: (code: number, reason: string) => void,
): Exchange => {
  let open = true
  const stop = (): void => {
    open = false
    cancelDeadline()
    socket.onMessage = () => undefined
    socket.onClose = () => undefined
  }
  const exchange: Exchange = {
    get open() {
      return open
    },
    send: (message) => socket.send(encodeText(JSON.stringify(message))),
    expect: (check, next) => {
      socket.onMessage = (bytes) => {
        const message = bytes.length > handshakeBytes ? undefined : parseJson(decodeText(bytes))
        socket.onMessage = () => exchange.fail(refusedCode, 'unexpected handshake message')
        if (check(message)) next(message)
        else exchange.fail(refusedCode, 'handshake message not understood')
      }
    },
    fail: (code, reason) => {
      if (!open) return
      stop()
      closeSocket(socket, code, reason)
      onFailed(code, reason)
    },
    finish: () => {
      if (open) stop()
    },
  }
  const cancelDeadline = clock.after(handshakeSeconds * 1000, () => exchange.fail(1000, 'the handshake took too long'))
  socket.onMessage = () => exchange.fail(refusedCode, 'unexpected handshake message')
  socket.onClose = (code, reason) => {
    if (!open) return
    stop()
    onFailed(code, reason)
  }
  return exchange
}

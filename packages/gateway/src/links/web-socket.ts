// A WebSocket of `ws` as a socket of the link.
import type { LinkSocket } from '@sshore/link'
import type { RawData, WebSocket } from 'ws'
import { shareTurns } from '../turn-share.ts'

/** RFC 6455 section 5.5: control frames hold 125 bytes, two of which are the code. */
const reasonBytesMost = 123

function shortened(reason: string): string {
  let text = reason.slice(0, reasonBytesMost)
  while (Buffer.byteLength(text) > reasonBytesMost) text = text.slice(0, -1)
  return text
}

/** Messages are handed on as `ws` has them: one view, or the pieces when the peer fragmented them. */
export function joined(message: RawData): Buffer {
  if (Array.isArray(message)) return Buffer.concat(message)
  return message instanceof ArrayBuffer ? Buffer.from(message) : message
}

/** Not while anything waits: a peer that pings and never reads would make the socket keep an answer for every ping. */
export function answerPing(webSocket: WebSocket, content: Buffer): void {
  if (webSocket.bufferedAmount === 0) webSocket.pong(content, undefined, () => undefined)
}

export function linkSocketOver(webSocket: WebSocket): LinkSocket {
  const share = shareTurns(webSocket)
  const socket: LinkSocket = {
    share,
    send: (message) => webSocket.send(message),
    get bufferedBytes() {
      return webSocket.bufferedAmount
    },
    close: (code, reason) => webSocket.close(code, shortened(reason)),
    onMessage: () => undefined,
    onClose: () => undefined,
  }
  webSocket.on('message', (message, isBinary) => {
    if (!isBinary) return webSocket.close(1003, 'binary messages only')
    const bytes = joined(message)
    share.spend(bytes.length)
    return socket.onMessage(bytes)
  })
  webSocket.on('ping', (content) => {
    share.spend(content.length)
    answerPing(webSocket, content)
  })
  webSocket.on('close', (code, reason) => socket.onClose(code, reason.toString()))
  // `close` follows; without a listener the process would end.
  webSocket.on('error', () => undefined)
  return socket
}

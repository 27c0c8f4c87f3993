import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'

/** For a browser to answer the closing handshake; `ws` itself waits 30 seconds. */
const answerSeconds = 5

/** Closes the connection, by force when the browser does not answer. */
export function sayGoodbye(webSocket: WebSocket, clock: Clock, code: number, reason: string): void {
  // A socket that is paused would never hear the other side say goodbye.
  webSocket.resume()
  webSocket.close(code, reason)
  const cancel = clock.after(answerSeconds * 1000, () => webSocket.terminate())
  webSocket.once('close', cancel)
}

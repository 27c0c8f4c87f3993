// Finds out that a browser is gone without a word: a closed laptop, a network that changed.
import type { Clock } from '@sshore/link'
import type { WebSocket } from 'ws'
import { answerPing } from '../links/web-socket.ts'

const pingSeconds = 30

/** Answers pings and sends some, and breaks off when one was not answered before the next. Returns what ends it. */
export function heartbeat(webSocket: WebSocket, clock: Clock): () => void {
  let heard = true
  const hear = (): void => void (heard = true)
  const beat = (): void => {
    if (!heard) return webSocket.terminate()
    // Nothing is read from a browser whose input the device does not take.
    heard = webSocket.isPaused
    webSocket.ping()
    cancel = clock.after(pingSeconds * 1000, beat)
    return undefined
  }
  webSocket.on('pong', hear)
  webSocket.on('message', hear)
  webSocket.on('ping', (content) => answerPing(webSocket, content))
  let cancel = clock.after(pingSeconds * 1000, beat)
  return () => cancel()
}

// A WebSocket as the agent dials it: binary messages whose borders mean nothing, as a byte stream.
import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { WebSocket } from 'ws'

export class WebSocketBytes extends Duplex {
  readonly #webSocket: WebSocket
  constructor(webSocket: WebSocket) {
    super()
    this.#webSocket = webSocket
    webSocket.on('message', (message: Buffer, isBinary) => {
      if (!isBinary) {
        this.destroy(new Error('a text message'))
        return
      }
      if (!this.push(message)) webSocket.pause()
    })
    webSocket.on('close', () => this.destroy())
    this.on('error', () => undefined)
  }

  override _read(): void {
    if (this.#webSocket.isPaused) this.#webSocket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#webSocket.send(chunk, { binary: true }, done)
  }

  override _final(done: () => void): void {
    this.#webSocket.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#webSocket.close()
    done(error)
  }
}

/** `ws` emits the first message together with the opening, so the bytes are listened for before that. */
export async function dialWebSocket(url: string, token?: string): Promise<WebSocketBytes> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const webSocket = new WebSocket(url.replace(/^http/, 'ws'), { headers, perMessageDeflate: false })
  // Told by `close` as well.
  webSocket.on('error', () => undefined)
  const bytes = new WebSocketBytes(webSocket)
  const opened = once(webSocket, 'open')
  const closed = once(webSocket, 'close').then(([code]) => {
    throw new Error(`the server did not take the connection (${String(code)})`)
  })
  closed.catch(() => undefined)
  await Promise.race([opened, closed])
  return bytes
}

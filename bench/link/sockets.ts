// The smallest bridges from WebSockets to the link, for Node's `ws` and for Bun's own.
import type { Clock, LinkSocket } from '@sshore/link'
import { WebSocket as NodeWebSocket } from 'ws'

const ignore = (): void => undefined

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

export const allocate = (bytes: number): Uint8Array => Buffer.allocUnsafeSlow(bytes)

export const fromWs = (socket: NodeWebSocket): LinkSocket => {
  const bridged: LinkSocket = {
    send: (message) => socket.send(message),
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    close: (code, reason) => socket.close(code, reason),
    onMessage: ignore,
    onClose: ignore,
  }
  socket.on('message', (message) => {
    if (Buffer.isBuffer(message)) bridged.onMessage(message)
  })
  socket.on('close', (code, reason) => bridged.onClose(code, reason.toString()))
  return bridged
}

/** Whichever WebSocket client this runtime does best. */
export const dial = (url: string): Promise<LinkSocket> =>
  process.versions['bun'] === undefined ? dialWithWs(url) : dialNatively(url)

const dialWithWs = (url: string): Promise<LinkSocket> =>
  new Promise((resolve, reject) => {
    const socket = new NodeWebSocket(url, { perMessageDeflate: false })
    const bridged = fromWs(socket)
    socket.on('open', () => {
      // What came in the packet of the handshake would be delivered before anybody could listen.
      socket.pause()
      resolve(bridged)
      setImmediate(() => socket.resume())
    })
    socket.on('error', reject)
  })

const dialNatively = (url: string): Promise<LinkSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.binaryType = 'arraybuffer'
    const bridged: LinkSocket = {
      send({ buffer, byteOffset, byteLength }) {
        if (buffer instanceof ArrayBuffer) socket.send(new Uint8Array(buffer, byteOffset, byteLength))
      },
      get bufferedBytes() {
        return socket.bufferedAmount
      },
      close: (code, reason) => socket.close(code, reason),
      onMessage: ignore,
      onClose: ignore,
    }
    socket.addEventListener('message', (event) => {
      const message: unknown = event.data
      if (message instanceof ArrayBuffer) bridged.onMessage(new Uint8Array(message))
    })
    socket.addEventListener('close', (event) => bridged.onClose(event.code, event.reason))
    socket.addEventListener('open', () => resolve(bridged))
    socket.addEventListener('error', () => reject(new Error(`cannot connect to ${url}`)))
  })

export const pause = (forSeconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, forSeconds * 1000))

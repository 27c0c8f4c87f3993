import type { LinkSocket } from '@sshore/link'
import { type SocketOptions, UpgradeRefused } from '../platform.ts'

const nothing = () => undefined

/** Bun says in words what the server answered: `WebSocket connection to 'wss://…' failed: Expected 101 status code: 401`. */
function failureOf(event: Event): Error {
  const message = 'message' in event && typeof event.message === 'string' ? event.message : 'the connection failed'
  const status = /status code: (\d{3})/.exec(message)?.[1]
  return status === undefined ? new Error(message.replace(/^.*' failed: /, '')) : new UpgradeRefused(Number(status))
}

/** Headers and proxy are Bun's own extension of the standard constructor. */
type Options = { headers: Record<string, string>; protocols: string[]; proxy?: string }

/** Opens the WebSocket that carries a link. */
export function dialWebSocket(url: string, options: SocketOptions, proxy: string | undefined): Promise<LinkSocket> {
  const extended: Options = {
    headers: { ...options.headers },
    protocols: [options.subprotocol],
    ...(proxy === undefined ? {} : { proxy }),
  }
  const socket = new WebSocket(url, extended)
  socket.binaryType = 'arraybuffer'
  return new Promise((resolve, reject) => {
    const link: LinkSocket = {
      send: (message) => {
        socket.send(message)
      },
      get bufferedBytes() {
        return socket.bufferedAmount
      },
      close: (code, reason) => socket.close(code, reason),
      onMessage: nothing,
      onClose: nothing,
    }
    let opened = false
    let failure: Error | undefined
    socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
      const { data } = event
      link.onMessage(typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data))
    }
    socket.onopen = () => {
      opened = true
      resolve(link)
    }
    socket.onclose = (event) => {
      if (opened) link.onClose(event.code, event.reason)
      else reject(failure ?? new Error(`the connection was closed with code ${event.code}`))
    }
    socket.onerror = (event) => {
      failure = failureOf(event)
    }
  })
}

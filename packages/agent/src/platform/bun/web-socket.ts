import type { LinkSocket } from '@sshore/link'
import type { SocketOptions } from '../platform.ts'

const nothing = () => undefined

/** Headers and proxy are Bun's own extension of the standard constructor. */
type Options = { headers: Record<string, string>; protocols: string[]; proxy?: string }

/**
 * Opens the WebSocket that carries a link. Rejects when the server does not accept the upgrade; the reason the server
 * gave is not visible through this interface, so the caller's advice has to come from its last registration.
 */
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
      else reject(new Error(event.reason || `the connection was closed with code ${event.code}`))
    }
    socket.onerror = nothing
  })
}

// Waits for the PROXY header in front of a connection, and gives the connection on with whatever came behind it.
import type { Socket } from 'node:net'
import { type Endpoints, plainAddress, readProxyHeader } from './proxy-header.ts'

export const endpointsOf = (socket: Socket): Endpoints => ({
  client: { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 },
  server: { address: plainAddress(socket.localAddress ?? ''), port: socket.localPort ?? 0 },
})

/** A proxy knows what to say before it connects. */
const headerMilliseconds = 5_000

/** Calls exactly one of the two, unless the proxy closes the connection before. */
export function awaitProxyHeader(
  socket: Socket,
  on: { arrived: (endpoints: Endpoints) => void; failed: (reason: string) => void },
): void {
  let received = Buffer.alloc(0)
  const deadline = setTimeout(() => fail('no PROXY header in time'), headerMilliseconds)
  const finish = (): void => {
    clearTimeout(deadline)
    socket.off('data', receive)
    socket.off('error', ignore)
  }
  const fail = (reason: string): void => {
    finish()
    on.failed(reason)
  }
  const ignore = (): void => undefined
  const receive = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk])
    try {
      const header = readProxyHeader(received)
      if (!header) return
      finish()
      socket.pause()
      if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes))
      on.arrived(header.endpoints ?? endpointsOf(socket))
      socket.resume()
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }
  socket.on('error', ignore)
  socket.once('close', finish)
  socket.on('data', receive)
}

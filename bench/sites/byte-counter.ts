// A TCP proxy that counts what runs through it, the agent's link apart from its other requests.
import { connect, createServer, type Socket } from 'node:net'
import { linkPath } from '@sshore/contract'

export interface Count {
  /** Payload in both directions. */
  readonly bytes: number
  /** Pieces in which it came; on an idle line as many as there were segments. */
  readonly chunks: number
}

export interface ByteCounter extends AsyncDisposable {
  readonly port: number
  of(kind: Kind): Count
}

type Kind = 'link' | 'http'

export async function startByteCounter(target: URL): Promise<ByteCounter> {
  const counts = { link: { bytes: 0, chunks: 0 }, http: { bytes: 0, chunks: 0 } }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let kind: Kind | undefined
    const relay = (from: Socket, to: Socket): void => {
      sockets.add(from)
      from.on('data', (chunk: Buffer) => {
        kind ??= chunk.toString('latin1').startsWith(`GET ${linkPath} `) ? 'link' : 'http'
        counts[kind].bytes += chunk.length
        counts[kind].chunks += 1
        to.write(chunk)
      })
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
    relay(near, far)
    relay(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    of: (kind) => ({ ...counts[kind] }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// What forwarded connections lead to and from: small servers and clients on this machine.
import { connect, createServer, type ListenOptions, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sha256, until } from '@sshore/testkit'

export interface End extends AsyncDisposable {
  /** 0 for Unix sockets. */
  readonly port: number
  readonly server: Server
  /** Connections that are open now. */
  readonly open: ReadonlySet<Socket>
}

const loopback: ListenOptions = { host: '127.0.0.1', port: 0 }

export async function listen(serve: (socket: Socket) => void, where: ListenOptions = loopback): Promise<End> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(where, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    server,
    open,
    [Symbol.asyncDispose]: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Answers the end of what it is sent with the digest of it. */
export const digesting = (socket: Socket): void => {
  void buffer(socket).then((bytes) => socket.end(sha256(bytes)))
}

/** Sends the bytes, ends, and returns what comes back: nothing from a connection that is broken off. */
export async function exchange(where: NetConnectOpts, bytes: Uint8Array | string): Promise<string> {
  const socket = connect({ ...where, allowHalfOpen: true })
  socket.end(bytes)
  return (await buffer(socket).catch(() => Buffer.alloc(0))).toString()
}

const connects = (where: NetConnectOpts): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(where, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export const answers = (port: number, host = '127.0.0.1'): Promise<boolean> => connects({ host, port })

export const listens = (port: number): Promise<true> =>
  until(`port ${port} listens`, async () => (await answers(port)) || undefined)

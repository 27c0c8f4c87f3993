// The little of SOCKS 5 (RFC 1928) that a client of `ssh -D` needs.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

const greeting = Buffer.from([5, 1, 0])
const loopback = [127, 0, 0, 1]

async function answer(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const read: unknown = socket.read(bytes)
    if (Buffer.isBuffer(read)) return read
    if (socket.readableEnded) throw new Error('the proxy has closed the connection')
    await Promise.race([once(socket, 'readable'), once(socket, 'end')])
  }
}

/** A connection to `127.0.0.1:port` as seen from the far end of the proxy. */
export async function throughSocks(proxyPort: number, port: number): Promise<Socket> {
  const socket = connect(proxyPort, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(greeting)
  await answer(socket, 2)
  socket.write(Buffer.from([5, 1, 0, 1, ...loopback, port >> 8, port & 0xff]))
  const [, status] = await answer(socket, 10)
  if (status !== 0) throw new Error(`the proxy answered with status ${status}`)
  return socket
}

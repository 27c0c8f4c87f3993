// Something on a Unix socket that answers as it is told: an engine, or what only looks like one.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface HttpPeer extends AsyncDisposable {
  readonly path: string
  /** First lines of requests, `GET /info` and the like. */
  readonly asked: readonly string[]
  /** What answers a request; the socket is left to it. */
  answer: (request: string, socket: Socket) => void
  /** Breaks all connections off. */
  cut(): void
}

export const json = (value: unknown, status = 200): string => {
  const text = JSON.stringify(value)
  return `HTTP/1.1 ${status} Words\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`
}

export async function startHttpPeer(): Promise<HttpPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-peer-'))
  const path = join(folder, 'peer.sock')
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      const [method, target] = bytes.toString('latin1').split(' ', 2)
      const request = `${method} ${target}`
      asked.push(request)
      peer.answer(request, socket)
    })
  })
  server.listen(path)
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  const peer: HttpPeer = {
    path,
    asked,
    answer: (_request, socket) => void socket.end(json({ message: 'page not found' }, 404)),
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
  return peer
}

import type { Socket } from 'node:net'

/** Pulled from a socket: nothing more is read from it than was asked for, so a reader that stops stops the writer. */
export interface ByteReader {
  /** The next bytes, or undefined at the end. Rejects when the connection broke. */
  read(): Promise<Uint8Array | undefined>
  /** Gives back what was too much. */
  unread(chunk: Uint8Array): void
}

/** Takes the socket's events over. */
export function byteReader(socket: Socket): ByteReader {
  const waiting: Uint8Array[] = []
  let ended = false
  let failure: Error | undefined
  let wake: () => void = () => undefined
  socket.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk)
    socket.pause()
    wake()
  })
  const end = () => {
    ended = true
    wake()
  }
  socket.on('end', end)
  socket.on('close', end)
  socket.on('error', (error) => {
    failure ??= error
    end()
  })
  socket.pause()
  return {
    read: async () => {
      for (;;) {
        const chunk = waiting.shift()
        if (chunk) return chunk
        if (failure) throw failure
        if (ended || socket.destroyed) return undefined
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        socket.resume()
        await promise
      }
    },
    unread: (chunk) => {
      if (chunk.byteLength > 0) waiting.unshift(chunk)
    },
  }
}

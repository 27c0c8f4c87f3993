// The TCP side of the SSH port: who may connect, how many at once.
import { createServer, type Server, type Socket } from 'node:net'
import { networkOf } from '@sshore/contract'

export interface ConnectionLimits {
  /** Connections at a time, logged in or not. */
  readonly total: number
  /** Connections at a time that are not logged in. */
  readonly anonymous: number
  /** The same from one source, see `networkOf`. */
  readonly anonymousPerSource: number
}

export const defaultConnectionLimits: ConnectionLimits = { total: 20_000, anonymous: 1024, anonymousPerSource: 128 }

/** One connection's place; give it up in two steps. */
export interface Place {
  readonly address: string
  /** Logged in: no longer counts as anonymous. */
  admitted(): void
  left(): void
}

export class Listener {
  readonly #server: Server
  readonly #limits: ConnectionLimits
  readonly #anonymousBySource = new Map<string, number>()
  #anonymous = 0
  #total = 0

  constructor(
    limits: ConnectionLimits,
    on: {
      connection: (socket: Socket, place: Place) => void
      refused: (address: string) => void
      /** Connections cannot be accepted, for example for want of file descriptors. */
      fault: (error: Error) => void
    },
  ) {
    this.#limits = limits
    this.#server = createServer({ noDelay: true }, (socket) => {
      // IPv4 clients of a dual-stack socket are known by their IPv4 address.
      const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
      const place = this.#enter(address)
      if (place) {
        socket.once('close', () => place.left())
        on.connection(socket, place)
        return
      }
      socket.on('error', () => socket.destroy())
      // RFC 4253 section 4.2 lets a server say something before it identifies itself.
      socket.end('Too many connections that are not logged in; try again in a moment.\r\n', () => socket.destroy())
      on.refused(address)
    })
    // Before it listens, `listen` tells its caller.
    this.#server.on('error', (error) => {
      if (this.#server.listening) on.fault(error)
    })
  }

  /** Resolves with the port that was taken. */
  listen(host: string, port: number): Promise<{ port: number }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ port: number }>()
    this.#server.once('error', reject)
    this.#server.listen({ host, port, backlog: 1024 }, () => {
      this.#server.off('error', reject)
      const address = this.#server.address()
      resolve({ port: typeof address === 'object' && address ? address.port : port })
    })
    return promise
  }

  /** Accepts no more; connections that stand are not touched. */
  stop(): void {
    if (this.#server.listening) this.#server.close()
  }

  get total(): number {
    return this.#total
  }

  #enter(address: string): Place | undefined {
    const source = networkOf(address)
    const ofSource = this.#anonymousBySource.get(source) ?? 0
    const { total, anonymous, anonymousPerSource } = this.#limits
    if (this.#total >= total || this.#anonymous >= anonymous || ofSource >= anonymousPerSource) return undefined
    this.#total += 1
    this.#anonymous += 1
    this.#anonymousBySource.set(source, ofSource + 1)
    let anonymousStill = true
    let here = true
    const admitted = (): void => {
      if (!anonymousStill) return
      anonymousStill = false
      this.#anonymous -= 1
      const left = (this.#anonymousBySource.get(source) ?? 1) - 1
      if (left > 0) this.#anonymousBySource.set(source, left)
      else this.#anonymousBySource.delete(source)
    }
    const left = (): void => {
      if (!here) return
      here = false
      this.#total -= 1
      admitted()
    }
    return { address, admitted, left }
  }
}

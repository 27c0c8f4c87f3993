// The TCP side of the SSH port: who may connect, how many at once.
import { createServer, type Server, type Socket } from 'node:net'
import { networkOf } from '@sshore/contract'
import { awaitProxyHeader, endpointsOf } from './proxied-socket.ts'
import type { Endpoints } from './proxy-header.ts'

export interface ConnectionLimits {
  /** Connections at a time, logged in or not. */
  readonly total: number
  /** Connections at a time that are not logged in. */
  readonly anonymous: number
  /** The same from one source, see `networkOf`. */
  readonly anonymousPerSource: number
}

export const defaultConnectionLimits: ConnectionLimits = { total: 20_000, anonymous: 1024, anonymousPerSource: 128 }

export interface ListenerEvents {
  connection(socket: Socket, place: Place): void
  refused(address: string): void
  /** A trusted proxy did not say in time, or not in the right words, for whom it connects. */
  badProxy(address: string, reason: string): void
  /** Connections cannot be accepted, for example for want of file descriptors. */
  fault(error: Error): void
}

/** One connection's place; give it up in two steps. */
export interface Place {
  readonly address: string
  /** As the proxy tells them, where one that is trusted does. */
  readonly endpoints: Endpoints
  /** Logged in: no longer counts as anonymous. */
  admitted(): void
  left(): void
}

/** Peers that have to say for whom they connect, by the PROXY protocol. */
export interface Proxies {
  has(address: string): boolean
}

export class Listener {
  readonly #server: Server
  readonly #limits: ConnectionLimits
  readonly #on: ListenerEvents
  readonly #anonymousBySource = new Map<string, number>()
  #anonymous = 0
  #total = 0

  constructor(limits: ConnectionLimits, proxies: Proxies | undefined, on: ListenerEvents) {
    this.#limits = limits
    this.#on = on
    this.#server = createServer({ noDelay: true }, (socket) => {
      const endpoints = endpointsOf(socket)
      const { address } = endpoints.client
      if (!proxies?.has(address)) {
        this.#admit(socket, endpoints)
        return
      }
      awaitProxyHeader(socket, {
        arrived: (told) => this.#admit(socket, told),
        failed: (reason) => {
          socket.destroy()
          on.badProxy(address, reason)
        },
      })
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

  #admit(socket: Socket, endpoints: Endpoints): void {
    const place = this.#enter(endpoints)
    if (place) {
      socket.once('close', () => place.left())
      this.#on.connection(socket, place)
      return
    }
    socket.on('error', () => socket.destroy())
    // RFC 4253 section 4.2 lets a server say something before it identifies itself.
    socket.end('Too many connections that are not logged in; try again in a moment.\r\n', () => socket.destroy())
    this.#on.refused(endpoints.client.address)
  }

  #enter(endpoints: Endpoints): Place | undefined {
    const { address } = endpoints.client
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
    return { address, endpoints, admitted, left }
  }
}

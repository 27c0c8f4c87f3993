// Which WebSockets of browsers are taken at all, before anything is known of who is behind them.
import type { IncomingMessage } from 'node:http'
import { networkOf } from '@sshore/contract'
import type { Attempts } from '../authentication/attempts.ts'
import { crowded, offeredSubprotocols, type Refusal } from '../links/upgrade.ts'
import { isOwnOrigin } from './origin.ts'

/** What a request says of where it comes from and goes to, as far as its proxies are to be believed. */
export interface Surroundings {
  /** The browser's address. */
  readonly addressOf: (request: IncomingMessage) => string
  /** `host[:port]` that the browser used; empty when unknown. */
  readonly hostOf: (request: IncomingMessage) => string
  readonly publicUrl: string | undefined
}

/** Not let in yet, at a time. */
const waitingMost = 1000
const waitingPerNetworkMost = 64

export class Doorkeeper {
  readonly #surroundings: Surroundings
  readonly #attempts: Attempts
  readonly #waiting = new Map<string, number>()
  #total = 0

  constructor(surroundings: Surroundings, attempts: Attempts) {
    this.#surroundings = surroundings
    this.#attempts = attempts
  }

  addressOf(request: IncomingMessage): string {
    return this.#surroundings.addressOf(request)
  }

  /** Why the request is turned away; undefined: it may go on. */
  refusal(request: IncomingMessage, subprotocol: string, mayOfferNone: boolean): Refusal | undefined {
    const { addressOf, hostOf, publicUrl } = this.#surroundings
    const { origin } = request.headers
    if (!isOwnOrigin(origin, hostOf(request), publicUrl)) {
      const message = 'Terminals open from the console of this server only; its address is set with SSHORE_PUBLIC_URL.'
      return { status: 403, reason: 'foreign_origin', message }
    }
    const offered = request.headers['sec-websocket-protocol'] !== undefined
    if (offered ? !offeredSubprotocols(request).includes(subprotocol) : !mayOfferNone) {
      return { status: 426, reason: 'subprotocol', message: `This server speaks ${subprotocol}.`, subprotocol }
    }
    const waitSeconds = this.#attempts.addressWaitSeconds(addressOf(request))
    if (waitSeconds > 0) {
      const message = 'There were too many failed attempts from your address.'
      return { status: 429, reason: 'too_many_requests', message, retryAfterSeconds: Math.ceil(waitSeconds) }
    }
    const ofNetwork = this.#waiting.get(networkOf(addressOf(request))) ?? 0
    if (this.#total < waitingMost && ofNetwork < waitingPerNetworkMost) return undefined
    return { ...crowded(), message: 'Too many terminals are being opened at once; try again in a moment.' }
  }

  /** Counts somebody who is not let in yet; dispose it when that is decided. */
  enter(address: string): Disposable {
    const network = networkOf(address)
    const count = (more: number): void => {
      this.#total += more
      const left = (this.#waiting.get(network) ?? 0) + more
      if (left > 0) this.#waiting.set(network, left)
      else this.#waiting.delete(network)
    }
    count(1)
    return { [Symbol.dispose]: () => count(-1) }
  }
}

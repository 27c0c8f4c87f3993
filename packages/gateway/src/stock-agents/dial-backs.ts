// Connections that were asked for on a control connection and are awaited: the agent brings each as a WebSocket of its
// own, with nothing but an unguessable word to tell which one it is.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Clock } from '@sshore/link'
import { BadHead } from './read-head.ts'

export interface DialBack {
  /** What the agent is told to dial. Only characters that its joining and unescaping of paths leaves alone. */
  readonly path: string
  readonly arrived: Promise<Duplex>
  /** The agent said that it could not. */
  readonly fail: (reason: string) => void
}

export class DialBacks {
  readonly #clock: Clock
  readonly #path: string
  readonly #seconds: number
  readonly #awaited = new Map<string, { readonly take: (stream: Duplex) => void }>()

  /** `path` is where agents bring connections; each has so many seconds to arrive. */
  constructor(clock: Clock, path: string, seconds: number) {
    this.#clock = clock
    this.#path = path
    this.#seconds = seconds
  }

  get size(): number {
    return this.#awaited.size
  }

  expect(): DialBack {
    const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
    const word = randomBytes(16).toString('hex')
    const forget = (): void => {
      cancel()
      this.#awaited.delete(word)
    }
    const fail = (reason: string): void => {
      forget()
      reject(new BadHead(reason))
    }
    const cancel = this.#clock.after(this.#seconds * 1000, () =>
      fail(`the agent did not dial back within ${this.#seconds} seconds`),
    )
    this.#awaited.set(word, {
      take: (stream) => {
        forget()
        resolve(stream)
      },
    })
    return { path: `${this.#path}?revdial.dialer=${word}&uuid=${randomUUID()}`, arrived: promise, fail }
  }

  /** What waits for the connection of this URL, if anything; to be called with it, once. */
  find(url: string): ((stream: Duplex) => void) | undefined {
    const word = new URLSearchParams(url.split('?', 2)[1]).get('revdial.dialer') ?? ''
    return this.#awaited.get(word)?.take
  }
}

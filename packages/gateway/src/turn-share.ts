// How much one connection may have done for it in one turn of the event loop. Left alone, Node reads up to 2 MiB from a
// socket before it looks at the next one, and that can be tens of thousands of packets; a keystroke on another
// connection waits until all of them are answered.

/** As a socket has it, or a WebSocket. */
export interface Pausable {
  pause(): unknown
  resume(): unknown
}

/** Chosen between what a copy needs and what a keystroke beside it can wait for; half of it measured no better. */
export const turnBytes = 256 * 1024
/** What a packet, message or frame takes of a share beside its bytes: 128 tiny ones use it up, in some milliseconds. */
export const pieceCostBytes = 2 * 1024

/** Lets a connection rest once it used up its share, until all others had their turn. */
export class TurnShare {
  /** A new turn came and work was left; set by whoever does it. */
  goOn: () => void = () => undefined
  readonly #connection: Pausable
  #leftBytes = turnBytes
  #counting = false
  #resting = false

  constructor(connection: Pausable) {
    this.#connection = connection
  }

  /** Nothing more may be done in this turn; `goOn` follows. */
  get spent(): boolean {
    return this.#leftBytes <= 0
  }

  /** One more piece of this size is being worked on. */
  spend(bytes: number): void {
    if (!this.#counting) {
      this.#counting = true
      setImmediate(this.#nextTurn)
    }
    this.#leftBytes -= bytes + pieceCostBytes
    if (!this.spent || this.#resting) return
    this.#resting = true
    this.#connection.pause()
  }

  readonly #nextTurn = (): void => {
    this.#counting = false
    this.#leftBytes = turnBytes
    if (!this.#resting) return
    this.goOn()
    if (this.spent) return
    this.#resting = false
    this.#connection.resume()
  }
}

export const shareTurns = (connection: Pausable): TurnShare => new TurnShare(connection)

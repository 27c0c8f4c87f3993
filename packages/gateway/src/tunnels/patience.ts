// A wait that must not last: begun, put off with each sign of life, and ended. One timer, which is not set anew each time.
import type { Clock } from '@sshore/link'

export class Patience {
  readonly #clock: Clock
  readonly #milliseconds: number
  readonly #onOver: () => void
  #until = Infinity
  #cancel: (() => void) | undefined

  constructor(clock: Clock, seconds: number, onOver: () => void) {
    this.#clock = clock
    this.#milliseconds = seconds * 1000
    this.#onOver = onOver
  }

  /** From now on, anew. */
  begin(): void {
    this.#until = this.#clock.now() + this.#milliseconds
    this.#cancel ??= this.#clock.after(this.#milliseconds, () => this.#look())
  }

  end(): void {
    this.#until = Infinity
  }

  stop(): void {
    this.end()
    this.#cancel?.()
    this.#cancel = undefined
  }

  #look(): void {
    this.#cancel = undefined
    const left = this.#until - this.#clock.now()
    if (left <= 0) this.#onOver()
    else if (left < Infinity) this.#cancel = this.#clock.after(left, () => this.#look())
  }
}

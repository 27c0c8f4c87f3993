// A window that is dragged changes its size with every movement; the device hears of it now and then, and of the last.
import type { Clock } from '@sshore/link'
import type { Size } from './viewer.ts'

const pauseMilliseconds = 50

export class Resizes implements Disposable {
  readonly #clock: Clock
  readonly #apply: (size: Size) => void
  #size: Size
  #next: Size | undefined
  #cancel: (() => void) | undefined

  constructor(size: Size, clock: Clock, apply: (size: Size) => void) {
    this.#size = size
    this.#clock = clock
    this.#apply = apply
  }

  now(size: Size): void {
    this.#next = undefined
    if (size.columns === this.#size.columns && size.rows === this.#size.rows) return
    this.#size = size
    this.#apply(size)
  }

  soon(size: Size): void {
    this.#next = size
    if (this.#cancel) return
    this.now(size)
    this.#cancel = this.#clock.after(pauseMilliseconds, () => {
      this.#cancel = undefined
      if (this.#next) this.soon(this.#next)
    })
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
    this.#next = undefined
  }
}

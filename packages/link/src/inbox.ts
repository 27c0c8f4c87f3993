// Messages of one connection that wait until they may be handled; the first of them perhaps half read.
import { Fifo } from './fifo.ts'
import type { WorkShare } from './link.ts'

/**
 * Handles a message from this position on, 0 at first; asks after each frame whether it may go on.
 * @returns up to where it handled the message
 */
export type TakeMessage = (message: Uint8Array, from: number, mayGoOn: () => boolean) => number

export class Inbox {
  readonly #share: WorkShare | undefined
  readonly #take: TakeMessage
  readonly #waiting = new Fifo<Uint8Array>()
  #from = 0
  #working = false
  /** No measure is kept any more. */
  #hurried = false

  constructor(share: WorkShare | undefined, take: TakeMessage) {
    this.#share = share
    this.#take = take
    if (share) share.goOn = () => this.#work()
  }

  add(message: Uint8Array): void {
    this.#waiting.push(message)
    this.#work()
  }

  /** The connection brings nothing more: handles all that it brought. */
  finish(): void {
    this.#hurried = true
    this.#work()
  }

  /** Handles the rest of a message that was begun, which nobody could go on with later, and forgets the others. */
  finishBegun(): void {
    const begun = this.#from > 0 || this.#working ? this.#waiting.first : undefined
    this.#waiting.clear()
    if (begun) this.#waiting.push(begun)
    this.finish()
  }

  /** Forgets everything. */
  drop(): void {
    this.#waiting.clear()
    this.#from = 0
  }

  #mayGoOn(): boolean {
    return this.#hurried || this.#share?.spent !== true
  }

  readonly #frameTaken = (): boolean => {
    this.#share?.spend(0)
    return this.#mayGoOn()
  }

  #work(): void {
    if (this.#working) return
    this.#working = true
    try {
      this.#takeAll()
    } finally {
      this.#working = false
    }
  }

  #takeAll(): void {
    for (let message = this.#waiting.first; message && this.#mayGoOn(); message = this.#waiting.first) {
      if (this.#from === 0) this.#share?.spend(0)
      const to = this.#take(message, this.#from, this.#frameTaken)
      if (this.#waiting.first !== message) continue
      this.#from = to < message.length ? to : 0
      if (to >= message.length) this.#waiting.shift()
    }
  }
}

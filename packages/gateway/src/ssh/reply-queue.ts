// RFC 4254 section 5.4: replies to channel requests come in the order of the requests, whichever is decided first.
import { ProtocolViolation } from './wire.ts'

/** Replies owed at a time; clients send a handful of requests ahead. */
const owedMost = 256

interface Owed {
  readonly wanted: boolean
  success: boolean | undefined
}

export class ReplyQueue {
  readonly #owed: Owed[] = []
  readonly #send: (success: boolean) => void

  constructor(send: (success: boolean) => void) {
    this.#send = send
  }

  /**
   * A request arrived; `decide` answers undefined to leave it open until `settle`. Throws a ProtocolViolation when too
   * many replies are owed.
   */
  add(wanted: boolean, decide: () => boolean | undefined): void {
    if (this.#owed.length >= owedMost) throw new ProtocolViolation('too many requests wait for their replies')
    const owed: Owed = { wanted, success: undefined }
    // Before the decision, which may call `settle` itself.
    this.#owed.push(owed)
    owed.success = decide() ?? owed.success
    this.#flush()
  }

  /** Decides the oldest request that was left open. */
  settle(success: boolean): void {
    const open = this.#owed.find((owed) => owed.success === undefined)
    if (!open) return
    open.success = success
    this.#flush()
  }

  #flush(): void {
    for (let first = this.#owed[0]; first && first.success !== undefined; first = this.#owed[0]) {
      this.#owed.shift()
      if (first.wanted) this.#send(first.success)
    }
  }
}

// RFC 4254 section 4: replies to global requests carry no number, so they go out in the order of the requests,
// whichever is decided first.
import { message } from './message-numbers.ts'
import { ProtocolViolation } from './wire.ts'

/** Replies owed at a time; a client sets up its forwards at once. */
const owedMost = 1024

/** Payload of the success, or undefined for a failure. Only the first call counts. */
export type GlobalReply = (success: Uint8Array | undefined) => void

interface Owed {
  readonly wanted: boolean
  reply: Uint8Array | undefined
  decided: boolean
}

const nothing = new Uint8Array(0)
export const plainSuccess: Uint8Array = nothing

export class GlobalReplies {
  readonly #owed: Owed[] = []
  readonly #send: (payload: Uint8Array) => void

  constructor(send: (payload: Uint8Array) => void) {
    this.#send = send
  }

  /** A request arrived. Throws a ProtocolViolation when too many wait for their replies. */
  owe(wanted: boolean): GlobalReply {
    if (this.#owed.length >= owedMost) throw new ProtocolViolation('too many global requests wait for their replies')
    const owed: Owed = { wanted, reply: undefined, decided: false }
    this.#owed.push(owed)
    return (success) => {
      if (owed.decided) return
      owed.decided = true
      owed.reply = success
      this.#flush()
    }
  }

  #flush(): void {
    for (let first = this.#owed[0]; first?.decided; first = this.#owed[0]) {
      this.#owed.shift()
      if (!first.wanted) continue
      const type = first.reply ? message.requestSuccess : message.requestFailure
      this.#send(Buffer.concat([Buffer.of(type), first.reply ?? nothing]))
    }
  }
}

// Work put off to the end of a turn of the event loop and done there together: what one callback writes to a link leaves in
// one message, but a message for each of many small things that came at once costs more than the things themselves.
import type { ResetReason, StreamMessage } from '@sshore/contract'
import type { Lane, LinkStream, StreamHandler } from './link.ts'

export class EndOfTurn {
  readonly #later: (call: () => void) => void
  #calls: (() => void)[] = []

  /** `later` calls back once what has arrived is handled: setImmediate, where there is one. */
  constructor(later: (call: () => void) => void) {
    this.#later = later
  }

  add(call: () => void): void {
    this.#calls.push(call)
    if (this.#calls.length === 1) this.#later(() => this.#run())
  }

  #run(): void {
    const calls = this.#calls
    this.#calls = []
    for (const call of calls) call()
  }
}

/** Larger ones fill messages of their own. */
const smallBytes = 8 * 1024

/** A stream whose small writes leave at the end of the turn, together with those of others. */
export class GatheredStream implements LinkStream {
  readonly #stream: LinkStream
  readonly #turn: EndOfTurn
  #waiting: Uint8Array | undefined
  #lane: Lane | undefined

  constructor(stream: LinkStream, turn: EndOfTurn) {
    this.#stream = stream
    this.#turn = turn
  }

  get id(): number {
    return this.#stream.id
  }

  get header(): LinkStream['header'] {
    return this.#stream.header
  }

  get handler(): StreamHandler {
    return this.#stream.handler
  }

  set handler(handler: StreamHandler) {
    this.#stream.handler = handler
  }

  write(chunk: Uint8Array, lane?: Lane): boolean {
    // Two in one turn are no longer few.
    if (this.#waiting || chunk.length > smallBytes) {
      this.#pass()
      return this.#stream.write(chunk, lane)
    }
    this.#waiting = chunk
    this.#lane = lane
    this.#turn.add(() => this.#pass())
    return true
  }

  message(message: StreamMessage): void {
    this.#pass()
    this.#stream.message(message)
  }

  end(): void {
    this.#pass()
    this.#stream.end()
  }

  consumed(bytes: number): void {
    this.#stream.consumed(bytes)
  }

  close(): void {
    this.#pass()
    this.#stream.close()
  }

  reset(reason: ResetReason, detail?: string): void {
    this.#waiting = undefined
    this.#stream.reset(reason, detail)
  }

  #pass(): void {
    const chunk = this.#waiting
    this.#waiting = undefined
    if (chunk) this.#stream.write(chunk, this.#lane)
  }
}

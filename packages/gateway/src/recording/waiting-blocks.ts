// What a recorder has gathered and nobody has taken yet: blocks of events, the last of which still grows.
import { EventsWriter, type RecordedEvent } from '@sshore/recording'

/** Output of the seat when the block was begun to be handed over. */
export interface Told {
  /** Recorded so far. */
  readonly bytes: number
  readonly lostBytes: number
}

export interface TakenBlock extends Told {
  readonly content: Uint8Array
  /** Of the last event, since the start of the recording. */
  readonly milliseconds: number
}

/** No larger, but for its last event. */
const blockBytesMost = 480 * 1024

export class WaitingBlocks {
  readonly #full: TakenBlock[] = []
  #last = new EventsWriter()
  #bytes = 0
  readonly #told: () => Told

  /** `told` is asked when a block is done. */
  constructor(told: () => Told) {
    this.#told = told
  }

  /** What waits, as it is handed over before it is compressed. */
  get bytes(): number {
    return this.#bytes
  }

  /** Copies the event's bytes: the view may be of a larger buffer, which would wait along with it. */
  add(event: RecordedEvent): void {
    const before = this.#last.size
    this.#last.add(event)
    this.#bytes += this.#last.size - before
    if (this.#last.size >= blockBytesMost) this.#close()
  }

  /** The first block; undefined when nothing waits. It counts until `done`. */
  take(): TakenBlock | undefined {
    if (this.#full.length === 0 && this.#last.size > 0) this.#close()
    return this.#full.shift()
  }

  done({ content }: TakenBlock): void {
    this.#bytes -= content.length
  }

  clear(): void {
    this.#full.splice(0)
    this.#last = new EventsWriter()
    this.#bytes = 0
  }

  #close(): void {
    const writer = this.#last
    this.#last = new EventsWriter()
    this.#full.push({ ...this.#told(), content: writer.finish(), milliseconds: writer.lastAt })
  }
}

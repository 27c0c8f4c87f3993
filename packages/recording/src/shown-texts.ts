// What could be read on a screen, second by second, for the search.
import type { RecordedEvent } from './events.ts'
import { Screen } from './screen.ts'
import { Sequences } from './sequences.ts'
import { terminalSize } from './terminal-size.ts'

export interface ShownText {
  /** Milliseconds since the start of the recording: the text was there by then. */
  readonly at: number
  /** Lines, without a repetition. */
  readonly text: string
}

const tickMilliseconds = 1000
/** A text is told when it has this many characters, however little time has passed. */
const charsMost = 4000

export class ShownTexts {
  readonly #screen: Screen
  readonly #sequences = new Sequences()
  readonly #decoder = new TextDecoder()
  #left = new Set<string>()
  #chars = 0
  #since: number | undefined

  constructor(columns: number, rows: number) {
    this.#screen = new Screen(columns, rows, (text) => this.#note(text))
  }

  *of(events: Iterable<RecordedEvent>): Generator<ShownText> {
    for (const event of events) {
      if (event.kind === 'resize') this.#resize(event)
      if (event.kind !== 'output') continue
      if (this.#since !== undefined && event.at - this.#since >= tickMilliseconds) yield* this.end()
      this.#since ??= event.at
      for (const part of this.#sequences.of(this.#decoder.decode(event.bytes, { stream: true }))) {
        this.#screen.apply(part)
        if (this.#chars >= charsMost) yield* this.#told(this.#since)
      }
    }
  }

  /** What was shown since the last that was told. */
  *end(): Generator<ShownText> {
    for (const text of this.#screen.takeChanged()) this.#note(text)
    if (this.#since !== undefined) yield* this.#told(this.#since)
    this.#since = undefined
  }

  #resize(to: Parameters<typeof terminalSize>[0]): void {
    const { columns, rows } = terminalSize(to)
    this.#screen.resize(columns, rows)
  }

  #note(text: string): void {
    if (this.#left.has(text)) return
    this.#left.add(text)
    this.#chars += text.length + 1
  }

  *#told(at: number): Generator<ShownText> {
    const lines = [...this.#left]
    this.#left = new Set()
    this.#chars = 0
    if (lines.length > 0) yield { at, text: lines.join('\n') }
  }
}

// asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/): a header line, then one event a line. It is text: what is no
// UTF-8 becomes U+FFFD there, and is whole in the recording itself.
import type { RecordingHeader } from './container.ts'
import type { RecordedEvent } from './events.ts'
import { terminalSize } from './terminal-size.ts'

export function asciicastHeader(header: RecordingHeader): string {
  const { columns, rows } = terminalSize(header)
  const title = `${header.username} on ${header.device_name}`
  const timestamp = Math.floor(Date.parse(header.started_at) / 1000)
  const env = header.term === '' ? {} : { env: { TERM: header.term } }
  return `${JSON.stringify({ version: 2, width: columns, height: rows, timestamp, title, ...env })}\n`
}

function sizeText(of: Parameters<typeof terminalSize>[0]): string {
  const { columns, rows } = terminalSize(of)
  return `${columns}x${rows}`
}

const gapText = (bytes: number): string => `${bytes} bytes of output are missing here`

/** Turns events into lines; characters that an event divides are put together again. */
export class AsciicastLines {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #at = 0;

  *of(events: Iterable<RecordedEvent>): Generator<string> {
    for (const event of events) {
      this.#at = event.at
      const text = event.kind === 'output' ? this.#decoder.decode(event.bytes, { stream: true }) : ''
      if (event.kind === 'output' && text !== '') yield this.#line('o', text)
      else if (event.kind === 'resize') yield this.#line('r', sizeText(event))
      else if (event.kind === 'note') yield this.#line('m', `${event.name} ${event.text}`.trim())
      else if (event.kind === 'gap') yield this.#line('m', gapText(event.bytes))
    }
  }

  /** What is left of a character that never became whole. */
  *end(): Generator<string> {
    const text = this.#decoder.decode()
    if (text !== '') yield this.#line('o', text)
  }

  #line(code: string, text: string): string {
    return `${JSON.stringify([this.#at / 1000, code, text])}\n`
  }
}

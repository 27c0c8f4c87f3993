// Where some text was on the screen: found in what was written to it, without the sequences that colour and move.
import type { Cast } from './cast.ts'

export interface Found {
  readonly second: number
  readonly line: string
}

/** CSI, OSC and other strings, and the short ones (ECMA-48). What moves the cursor elsewhere begins another line. */
// oxlint-disable-next-line no-control-regex -- terminals speak in control characters
const sequence = /\u001B(?:\[[0-?]*[ -/]*([@-~])|[\]PX^_][\s\S]*?(?:\u0007|\u001B\\|$)|[ -/]*[0-~])/g
const moves = 'ABEFGHdf'

const withoutSequences = (text: string): string =>
  text.replaceAll(sequence, (_, final: string | undefined) =>
    final !== undefined && moves.includes(final) ? '\n' : '',
  )

const lineChars = 160

/** Part of a line, with what was found in it. */
function around(line: string, at: number): string {
  const start = at + 40 > lineChars ? at - 40 : 0
  return `${start > 0 ? '…' : ''}${line.slice(start, start + lineChars).trim()}`
}

// oxlint-disable-next-line no-control-regex -- terminals speak in control characters
const control = /[\u0000-\u001F]/g

/** The line after more was written to it. */
function extended(line: string, text: string): string {
  if (!text.includes('\b')) return line + text.replaceAll(control, '')
  let next = line
  for (const character of text) {
    if (character === '\b') next = next.slice(0, -1)
    else if (character >= ' ') next += character
  }
  return next
}

/** What is read in one go; a few milliseconds. */
const sliceChars = 200_000

/** At most `most`, in order; case does not matter. A long recording is read in slices, between which the page can do other things. */
export function* findInCast({ events }: Cast, wanted: string, most = 200): Generator<undefined, Found[]> {
  const needle = wanted.toLowerCase()
  const found: Found[] = []
  if (needle === '') return found
  let [line, start, read] = ['', 0, 0]
  const look = (): void => {
    const at = line.toLowerCase().indexOf(needle)
    if (at >= 0) found.push({ second: start, line: around(line, at) })
  }
  for (const { kind, second, text } of events) {
    if (kind !== 'o') continue
    for (const [at, part] of withoutSequences(text)
      .split(/[\r\n]/)
      .entries()) {
      if (at > 0) {
        look()
        if (found.length >= most) return found
        line = ''
      }
      if (line === '') start = second
      line = extended(line, part)
    }
    read += text.length
    if (read < sliceChars) continue
    read = 0
    yield
  }
  look()
  return found
}

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

/** At most `most`, in order; case does not matter. */
export function findInCast({ events }: Cast, wanted: string, most = 200): Found[] {
  const needle = wanted.toLowerCase()
  const found: Found[] = []
  if (needle === '') return found
  let [line, start] = ['', 0]
  const look = (): void => {
    const at = line.toLowerCase().indexOf(needle)
    if (at >= 0) found.push({ second: start, line: around(line, at) })
  }
  for (const { kind, second, text } of events) {
    if (kind !== 'o') continue
    for (const character of withoutSequences(text)) {
      if (character === '\n' || character === '\r') {
        look()
        if (found.length >= most) return found
        line = ''
      } else if (character === '\b') line = line.slice(0, -1)
      else if (character >= ' ') {
        if (line === '') start = second
        line += character
      }
    }
  }
  look()
  return found
}

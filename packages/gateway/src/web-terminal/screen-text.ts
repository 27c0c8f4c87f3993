// Output of a device on its way into an emulated screen. Devices are not trusted: a sequence of seven bytes can make a
// terminal repeat something two thousand million times, and one cell can be given accents without end.

/** Marks that a character may carry; no script needs as many. */
const marksMost = 16
/** Of lines to be moved, of columns and places, and of modes, which have four digits. */
const numberMost = { lines: 200, places: 500, modes: 9999 } as const
/** Of a control sequence that is not complete yet. */
const heldMost = 256

// Control characters are what this is about.
/* oxlint-disable no-control-regex */
/** C1 controls are escapes in one character (ECMA-48 section 5.3). */
const c1 = /[\u0080-\u009F]/g
/** Operating system commands and other strings: titles, colours, links, nothing of which is on the screen. */
const stringStart = /\u001B[\]P_^X]/
const stringEnd = /[\u0007\u0018\u001A\u001B]/
const incomplete = /\u001B(?:\[[^\u0018\u001A\u001B@-~]*)?$/
const sequence = /\u001B\[([^\u0018\u001A\u001B@-~]*)([@-~])/g
const noParameters = /[^ -?]/g
/* oxlint-enable no-control-regex */
/** What takes no room of its own. */
const marks = /[\p{M}\p{Cf}\u1160-\u11FF]+/gu
const isReplaced = /\uFFFD/g

const escaped = (control: string): string => `\u001B${String.fromCodePoint((control.codePointAt(0) ?? 0) - 0x40)}`

function mostOf(parameters: string, final: string): number {
  if (/^[<=>?]/.test(parameters) || final === 'm') return numberMost.modes
  return /[LMST}~]/.test(final) ? numberMost.lines : numberMost.places
}

function tamed(_: string, parameters: string, final: string): string {
  const most = mostOf(parameters, final)
  const numbers = parameters
    .replaceAll(noParameters, '')
    .replaceAll(/\d+/g, (digits) => `${Math.min(Number(digits), most)}`)
  return `\u001B[${numbers}${final}`
}

export class ScreenText {
  readonly #decoder = new TextDecoder()
  #held = ''
  #inString = false
  /** At the end of what was handed on. */
  #marks = 0

  /** What of these bytes an emulator may see. */
  next(bytes: Uint8Array): string {
    // Terminals leave out what is not UTF-8.
    const decoded = this.#decoder.decode(bytes, { stream: true }).replaceAll(isReplaced, '').replaceAll(c1, escaped)
    const text = this.#withoutStrings(this.#held + decoded)
    const held = incomplete.exec(text)?.[0] ?? ''
    this.#held = held.length > heldMost ? '' : held
    return this.#withFewMarks(text.slice(0, text.length - held.length).replaceAll(sequence, tamed))
  }

  #withoutStrings(text: string): string {
    let kept = ''
    let rest = text
    while (rest !== '') {
      const at = rest.search(this.#inString ? stringEnd : stringStart)
      if (at === -1) return this.#inString ? kept : kept + rest
      if (this.#inString) rest = rest.slice(rest[at] === '\u001B' ? at : at + 1)
      else {
        kept += rest.slice(0, at)
        rest = rest.slice(at + 2)
      }
      this.#inString = !this.#inString
    }
    return kept
  }

  #withFewMarks(text: string): string {
    const before = this.#marks
    if (text !== '') this.#marks = 0
    return text.replaceAll(marks, (run, offset: number) => {
      const had = offset === 0 ? before : 0
      const points = Array.from(run)
      if (offset + run.length === text.length) this.#marks = had + points.length
      return points.slice(0, Math.max(0, marksMost - had)).join('')
    })
  }
}

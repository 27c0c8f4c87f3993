// Takes terminal output apart as far as it decides what stands where on the screen (ECMA-48; the rest is colours and titles).

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly code: number }
  /** `ESC [ numbers final`; `mode` is the `?` before the numbers. */
  | { readonly kind: 'sequence'; readonly final: string; readonly numbers: readonly number[]; readonly mode: boolean }
  /** `ESC final`. */
  | { readonly kind: 'escape'; readonly final: string }

// Control characters are what this is about.
/* oxlint-disable no-control-regex */
const next =
  /[^\u0000-\u001F\u007F\u001B]+|\u001B\[([\u0030-\u003F]*)[\u0020-\u002F]*([\u0040-\u007E])|\u001B[\]P_^X][^\u0007\u001B]*(?:\u0007|\u001B\\)|\u001B[\u0020-\u002F]+[\u0030-\u007E]|\u001B([\u0030-\u007E])|[\u0000-\u001A\u001C-\u001F\u007F]/gy
/* oxlint-enable no-control-regex */

/** Of a sequence that is not whole yet; a longer one is let go. */
const heldMost = 4096
const numbersMost = 16

function sequenceOf(parameters: string, final: string): Part {
  const numbers = parameters
    .replaceAll(/[^\d;]/g, '')
    .split(';', numbersMost)
    .map(Number)
  return { kind: 'sequence', final, numbers, mode: parameters.startsWith('?') }
}

function partOf([whole, parameters, final, escape]: RegExpExecArray): Part | undefined {
  if (final !== undefined) return sequenceOf(parameters ?? '', final)
  if (escape !== undefined) return { kind: 'escape', final: escape }
  if (whole.startsWith('\u001B')) return undefined
  const code = whole.codePointAt(0) ?? 0
  return code < 0x20 || code === 0x7f ? { kind: 'control', code } : { kind: 'text', text: whole }
}

export class Sequences {
  #held = '';

  *of(text: string): Generator<Part> {
    const all = this.#held + text
    this.#held = ''
    let position = 0
    while (position < all.length) {
      next.lastIndex = position
      const match = next.exec(all)
      if (!match) {
        // An escape that is not whole yet, or never will be.
        if (all.length - position <= heldMost) {
          this.#held = all.slice(position)
          return
        }
        position += 1
        continue
      }
      position = next.lastIndex
      const part = partOf(match)
      if (part) yield part
    }
  }
}

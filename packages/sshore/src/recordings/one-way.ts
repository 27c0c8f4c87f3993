// Output of another terminal, without what would make this one answer or act: the answer would land in the shell of whoever looks
// on, and what was copied in a session would be in their clipboard (xterm's control sequences, ECMA-48).

// Control characters are what this is about.
/* oxlint-disable no-control-regex */
const sequences =
  /\u001B\[([\u0030-\u003F]*)([\u0020-\u002F]*)([\u0040-\u007E])|\u001B([\]P_^X])([^\u0007\u001B]*)(?:\u0007|\u001B\\)|\u001BZ|\u0005/g
const unfinished = /\u001B(?:\[[\u0030-\u003F]*[\u0020-\u002F]*|[\]P_^X][^\u0007\u001B]*\u001B?)?$/
/* oxlint-enable no-control-regex */

/** Of a sequence that is not whole yet; a longer one is let go. */
const heldMost = 64 * 1024

/** Which terminal it is, where its cursor is, what its modes are; and its window, which is this one's own business. */
const asks = (parameters: string, intermediates: string, final: string): boolean =>
  (intermediates === '' && 'cnxt'.includes(final)) ||
  (intermediates === '$' && final === 'p') ||
  (parameters.startsWith('>') && intermediates === '' && final === 'q') ||
  (parameters.startsWith('?') && (final === 'u' || final === 'S'))

/** Colours and settings that are asked for, and the clipboard. */
const asksInWords = (kind: string, words: string): boolean =>
  kind === ']' ? words.startsWith('52;') || /;\?(?:;|$)/.test(words) : kind === 'P' && /^[\d;]*[$+]q/.test(words)

export class OneWay {
  #held = ''

  /** The bytes to show for these; what is cut off waits for the next. */
  of(bytes: Uint8Array): Uint8Array {
    // Byte for byte: characters of several bytes pass as they are.
    const all = this.#held + Buffer.from(bytes).toString('latin1')
    const rest = unfinished.exec(all)?.[0] ?? ''
    this.#held = rest.length > heldMost ? '' : rest
    const whole = all.slice(0, all.length - rest.length)
    const shown = whole.replaceAll(sequences, (sequence: string, ...found: (string | undefined)[]) => {
      const [parameters = '', intermediates = '', final, kind, words = ''] = found
      if (final !== undefined) return asks(parameters, intermediates, final) ? '' : sequence
      return kind === undefined || asksInWords(kind, words) ? '' : sequence
    })
    return Buffer.from(shown, 'latin1')
  }
}

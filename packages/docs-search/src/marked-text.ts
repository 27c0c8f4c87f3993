// Text with the found words marked. All else is escaped, because readers of the protocol take it for HTML.
import { escapedHtml } from './escaped-html.ts'
import { type Word, wordsOf } from './words.ts'

export interface Marks {
  readonly pre: string
  readonly post: string
}

export interface MarkedText {
  readonly value: string
  readonly matchLevel: 'none' | 'partial' | 'full'
  readonly matchedWords: readonly string[]
}

function markedBetween(text: string, found: readonly Word[], from: number, to: number, { pre, post }: Marks): string {
  let at = from
  let out = ''
  for (const { start, end } of found) {
    if (start < from || end > to) continue
    out += `${escapedHtml(text.slice(at, start))}${pre}${escapedHtml(text.slice(start, end))}${post}`
    at = end
  }
  return out + escapedHtml(text.slice(at, to))
}

function matched(found: readonly Word[], terms: ReadonlySet<string>): Pick<MarkedText, 'matchLevel' | 'matchedWords'> {
  const matchedWords = [...new Set(found.map(({ term }) => term))]
  const matchLevel = matchedWords.length === 0 ? 'none' : matchedWords.length < terms.size ? 'partial' : 'full'
  return { matchLevel, matchedWords }
}

/** The whole text. */
export function highlighted(text: string, terms: ReadonlySet<string>, marks: Marks): MarkedText {
  const found = wordsOf(text).filter(({ term }) => terms.has(term))
  return { value: markedBetween(text, found, 0, text.length, marks), ...matched(found, terms) }
}

/** As many words as are wanted, around the first that was found. */
export function snippet(
  text: string,
  terms: ReadonlySet<string>,
  marks: Marks & { readonly words: number; readonly ellipsis: string },
): MarkedText {
  const words = wordsOf(text)
  const found = words.filter(({ term }) => terms.has(term))
  if (words.length <= marks.words) return highlighted(text, terms, marks)
  const firstFound = found[0] ? words.indexOf(found[0]) : 0
  // A few words before the found one tell where it stands.
  const first = Math.max(0, Math.min(firstFound - Math.floor(marks.words / 3), words.length - marks.words))
  const last = first + marks.words - 1
  const from = first === 0 ? 0 : (words[first]?.start ?? 0)
  const to = last >= words.length - 1 ? text.length : (words[last]?.end ?? text.length)
  const inside = markedBetween(text, found, from, to, marks)
  const value = `${from > 0 ? marks.ellipsis : ''}${inside}${to < text.length ? marks.ellipsis : ''}`
  return { value, ...matched(found, terms) }
}

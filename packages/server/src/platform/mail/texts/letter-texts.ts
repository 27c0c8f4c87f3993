import type { LetterFacts, LetterKind } from '../letters.ts'

/** A letter in one language, before it is laid out. */
export interface LetterText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What to press, where the letter leads somewhere. */
  readonly action?: { readonly label: string; readonly path: string }
  /** What to type, where the letter carries a code. */
  readonly code?: string
  /** What comes after action and code. */
  readonly closing?: readonly string[]
}

export interface LetterTexts {
  /** For `lang` in HTML and `Content-Language` (BCP 47). */
  readonly tag: string
  readonly letters: { readonly [Kind in LetterKind]: (facts: LetterFacts[Kind]) => LetterText }
  /** Below every letter; `server` is where people reach it, empty when nobody has said. */
  readonly footer: (server: string) => string
  /** Where a button does not work. */
  readonly orCopy: string
}

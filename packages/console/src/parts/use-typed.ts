import { useState } from 'react'

export interface Typing {
  /** What stands in the field. */
  readonly typed: string
  /** What is known, as far as the field has followed it. */
  readonly known: string
  /** What was told and is not known yet, oldest first. */
  readonly awaited: readonly string[]
}

/** Told: it will be known, unless it is already. */
export const telling = (before: Typing, told: string): Typing =>
  (before.awaited.at(-1) ?? before.known) === told ? before : { ...before, awaited: [...before.awaited, told] }

/** What was told comes back later than the next letter is typed, and must not take that letter away; all else is followed. */
export function following(before: Typing, known: string): Typing {
  if (before.known === known) return before
  // What was told in between may never be seen: the address has changed twice by then.
  const at = before.awaited.lastIndexOf(known)
  return at === -1 ? { typed: known, known, awaited: [] } : { ...before, known, awaited: before.awaited.slice(at + 1) }
}

export interface Field {
  readonly typed: string
  readonly type: (text: string) => void
  /** Called with what is about to be known, such as the text without the spaces at its ends. */
  readonly tell: (told: string) => void
}

/** What is typed, before it is told: begins as what is known, and follows it when it changes by itself, as by the back button. */
export function useTyped(known: string): Field {
  const [state, setState] = useState<Typing>({ typed: known, known, awaited: [] })
  const followed = following(state, known)
  if (followed !== state) setState(followed)
  return {
    typed: followed.typed,
    type: (typed) => setState((before) => ({ ...before, typed })),
    tell: (told) => setState((before) => telling(before, told)),
  }
}

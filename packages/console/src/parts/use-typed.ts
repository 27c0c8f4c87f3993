import { useState } from 'react'

export interface Typing {
  /** What stands in the field. */
  readonly typed: string
  /** What is known, as far as the field has followed it. */
  readonly known: string
  /** What was told and is not known yet, oldest first. */
  readonly awaited: readonly string[]
}

/** `told` is what will be known of it. */
export const typing = (before: Typing, typed: string, told: string): Typing => ({
  ...before,
  typed,
  awaited: before.awaited.at(-1) === told ? before.awaited : [...before.awaited, told],
})

/** What was told comes back later than the next letter is typed, and must not take that letter away; all else is followed. */
export function following(before: Typing, known: string): Typing {
  if (before.known === known) return before
  const at = before.awaited.indexOf(known)
  return at === -1 ? { typed: known, known, awaited: [] } : { ...before, known, awaited: before.awaited.slice(at + 1) }
}

/**
 * What is typed, before it is told: begins as what is known, and follows it when it changes by itself, as by the back button. What is
 * known of a text when it was told may differ from it (`told`), as without the spaces at its ends.
 */
export function useTyped(known: string): readonly [typed: string, type: (text: string, told?: string) => void] {
  const [state, setState] = useState<Typing>({ typed: known, known, awaited: [] })
  const followed = following(state, known)
  if (followed !== state) setState(followed)
  return [followed.typed, (text, told = text) => setState((before) => typing(before, text, told))]
}

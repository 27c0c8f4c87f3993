// What every text that a regex matches begins with. Most rules name an address or a network, and most texts are of another one:
// comparing their beginnings saves asking the engine.

export interface FixedPart {
  readonly text: string
  /** There is nothing else to the pattern. */
  readonly whole: boolean
}

const nothing: FixedPart = { text: '', whole: false }
const punctuation = /[!-/:-@[-`{-~]/
const plain = /[^\\.+*?()|[\]{}^$\uD800-\uDFFF]/

/** One step over the pattern: where it goes on, or undefined where that would take a parser to tell. */
function skip(pattern: string, at: number): number | undefined {
  const char = pattern[at]
  if (char === '\\') return pattern[at + 1] === 'Q' ? undefined : at + 2
  if (char !== '[') return at + 1
  // `[]a]`, `[^]a]` and `[[:alpha:]]` have a bracket that does not end them.
  const set = /^\[\^?(?:[^\]\\[]|\\[^Q])(?:[^\]\\[]|\\[^Q])*\]/.exec(pattern.slice(at))?.[0]
  return set === undefined ? undefined : at + set.length
}

/** Whether `|` stands outside of all parentheses, or might. */
function mayBranch(pattern: string, from: number): boolean {
  let depth = 0
  for (let at = from; at < pattern.length;) {
    const char = pattern[at]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === '|' && depth <= 0) return true
    const next = skip(pattern, at)
    if (next === undefined) return true
    at = next
  }
  return false
}

/** For patterns that have to match the whole text, in RE2's syntax. Where in doubt, less is said than could be. */
export function fixedPart(pattern: string): FixedPart {
  let text = ''
  let at = pattern.startsWith('^') ? 1 : 0
  for (; at < pattern.length; at += 1) {
    const char = pattern.charAt(at)
    const next = pattern.charAt(at + 1)
    if (plain.test(char)) text += char
    else if (char === '\\' && punctuation.test(next)) {
      text += next
      at += 1
    } else break
  }
  if (at === pattern.length || pattern.slice(at) === '$') return { text, whole: true }
  if (mayBranch(pattern, at)) return nothing
  // What is repeated, perhaps not once, was the last character.
  return { text: '*?{'.includes(pattern.charAt(at)) ? text.slice(0, -1) : text, whole: false }
}

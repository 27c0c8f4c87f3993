import type { Environment } from './config.ts'

/** Steps of inserting, removing or replacing one character that lead from one word to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/**
 * Sentences about variables that look like settings but are none, most likely misspelt. Their values are not shown: nobody
 * knows what they were meant to be.
 */
export function unknownVariables(environment: Environment, known: readonly string[]): string[] {
  const strangers = Object.keys(environment).filter((name) => name.startsWith('SSHORE_') && !known.includes(name))
  return strangers.toSorted().map((name) => {
    const [closest] = known
      .map((candidate) => ({ candidate, steps: distance(name, candidate) }))
      .filter(({ steps }) => steps <= 3)
      .toSorted((a, b) => a.steps - b.steps)
    return `${name} is not a setting${closest ? `; did you mean ${closest.candidate}?` : '; it is ignored.'}`
  })
}

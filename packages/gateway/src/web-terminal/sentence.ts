/** A phrase of ours as a sentence. */
export function sentence(phrase: string): string {
  const text = phrase.slice(0, 1).toUpperCase() + phrase.slice(1)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

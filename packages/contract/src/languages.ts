// The languages in which people are written to.

export const languages = ['en', 'pt'] as const
export type Language = (typeof languages)[number]

const isLanguage = (word: string): word is Language => languages.some((known) => known === word)

/** Weight of one entry such as `pt-BR;q=0.8` (RFC 9110 section 12.4.2); 0: not wanted. */
function weightOf(entry: string): number {
  const [, weight] = /;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(entry) ?? []
  return weight === undefined ? 1 : Number(weight)
}

/** The language of ours that somebody prefers, by their `Accept-Language` (RFC 9110 section 12.5.4); English when there is none. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 512)
    .split(',')
    .map((entry) => ({ word: entry.trim().slice(0, 2).toLowerCase(), weight: weightOf(entry) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  return wanted.map(({ word }) => word).find(isLanguage) ?? 'en'
}

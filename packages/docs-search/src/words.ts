// How text becomes words that can be compared: no accents, no case, no plural.

const word = /[\p{L}\p{N}]+/gu
const accents = /\p{Diacritic}/gu

/** Words that say nothing when there are others beside them; English and Portuguese. */
const idle = new Set(
  (
    'a an and are as at be by can do does for from how i if in is it me my of on or the this to use using what when where ' +
    'which who why with you your um uma o os e de do da dos das em no na para por com como que qual se eu meu minha'
  ).split(' '),
)

const folded = (text: string): string => text.normalize('NFD').replace(accents, '').toLowerCase()

function singular(term: string): string {
  if (term.length < 4 || !term.endsWith('s') || term.endsWith('ss') || term.endsWith('us')) return term
  if (term.endsWith('ies') && term.length > 4) return `${term.slice(0, -3)}y`
  return term.slice(0, -1)
}

/** One word as it is kept in the index. */
export const termOf = (text: string): string => singular(folded(text))

export interface Word {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** The words of a text with where they stand. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: found, index }) => ({
    term: termOf(found),
    start: index,
    end: index + found.length,
  }))

export const splitWords = (text: string): string[] => text.match(word) ?? []

/** The words of a query that count: idle ones only when there is nothing else. The last one may be unfinished and stays. */
export function queryWords(query: string): string[] {
  const all = splitWords(query)
  const telling = all.filter(
    (text, index) => !idle.has(folded(text)) || (index === all.length - 1 && all.length > 1 && text.length > 2),
  )
  return telling.length > 0 ? telling : all
}

// What the search compares: runs of letters and digits, without regard to case. Made here, so that both databases agree.

const word = /[\p{L}\p{N}]+/gu
const wordsMost = 16

export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(word) ?? []

/** Of a question; more are not looked at. */
export const askedWords = (query: string): string[] => [...new Set(wordsOf(query))].slice(0, wordsMost)

/** The lines that hold any of the words. */
export function linesWith(text: string, words: readonly string[]): string {
  const lines = text.split('\n')
  const found = lines.filter((line) => wordsOf(line).some((each) => words.includes(each)))
  return (found.length > 0 ? found : lines).slice(0, 5).join('\n').slice(0, 1000)
}

// Text with marks, as a provider sends it, taken apart without ever being read as HTML.

export const marks = { pre: '<mark>', post: '</mark>' } as const

export interface Part {
  readonly text: string
  readonly marked: boolean
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (found) => entities[found] ?? found)

/** Whatever is not one of our two marks is text, whatever it looks like. */
export function partsOf(value: string): Part[] {
  return value
    .split(marks.pre)
    .flatMap((piece, index): Part[] => {
      if (index === 0) return [{ text: decoded(piece), marked: false }]
      const end = piece.indexOf(marks.post)
      if (end < 0) return [{ text: decoded(piece), marked: false }]
      return [
        { text: decoded(piece.slice(0, end)), marked: true },
        { text: decoded(piece.slice(end + marks.post.length)), marked: false },
      ]
    })
    .filter(({ text }) => text !== '')
}

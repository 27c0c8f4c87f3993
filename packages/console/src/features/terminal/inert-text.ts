/** A text that a device made up, for one line of ours: no control characters and nothing that turns what stands beside it around. */
export const inertText = (text: string, most = 80): string => {
  const shown = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const letters = Array.from(shown)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : shown
}

/** The address of a link that may be opened: the web alone, no scripts and no other programs. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

const ellipsis = '…'

/** Names come from devices and people: what would act in a terminal is shown as a question mark. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
export const harmless = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?')

const gap = 2
/** No column is made narrower than this. */
const leastWidth = 8

/** Takes from the widest column, one character after the other, until the line fits or nothing is left to take. */
function fitted(widths: readonly number[], columns: number): number[] {
  const fit = [...widths]
  for (;;) {
    const line = fit.reduce((sum, width) => sum + width, gap * (fit.length - 1))
    const widest = fit.indexOf(Math.max(...fit))
    const width = fit[widest] ?? 0
    if (line <= columns || width <= leastWidth) return fit
    fit[widest] = width - 1
  }
}

const cut = (cell: string, width: number): string =>
  cell.length <= width ? cell : `${cell.slice(0, Math.max(width - 1, 0))}${ellipsis}`

/**
 * Columns padded to their widest cell, two spaces apart; the last one is not padded. Lines end with a line feed. With `columns`,
 * cells are cut so that lines fit.
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns = Number.POSITIVE_INFINITY,
): string {
  const all = [header, ...rows.map((row) => row.map(harmless))]
  const widest = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const widths = fitted(widest, columns)
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cut(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0)).join(' '.repeat(gap))
  return all.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Lines of `Label: value`, values aligned. */
export function labelled(pairs: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return pairs.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${harmless(value)}\n`).join('')
}

/** Breaks at spaces so that no line is longer than `columns`, unless a single word is. */
export function wrapped(text: string, columns: number, indent: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns - indent.length) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((part) => `${indent}${part}\n`).join('')
}

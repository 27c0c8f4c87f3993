/** Columns padded to their widest cell, two spaces apart; the last one is not padded. Lines end with a line feed. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === header.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  ')
  return all.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Lines of `Label: value`, values aligned. */
export function labelled(pairs: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return pairs.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}\n`).join('')
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

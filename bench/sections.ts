/** The text with the lines between `<!-- name -->` and `<!-- /name -->` replaced. Fails where there are no such marks. */
export function withSection(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md has no place for ${name}: ${begin} … ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`
}

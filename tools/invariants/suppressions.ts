import type { Finding, SourceFile } from './source-files.ts'

const code = /\.(ts|tsx|mjs)$/
const suppression = /\b(?:oxlint|eslint)-disable/
const reasonBehind = /\s--\s\S{3}/
const reasonAbove = /^\s*(\/\/|\*|\/\*)/

/** A lint suppression gives its reason, behind the rule after `--` or as a comment on the line above. */
export function unexplainedSuppressions(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => code.test(path) && !path.startsWith('tools/'))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, index): Finding[] => {
        const above = lines[index - 1] ?? ''
        if (!suppression.test(line) || reasonBehind.test(line) || reasonAbove.test(above)) return []
        const message = 'a suppression without its reason; write it on the line above, or after the rule: -- why'
        return [{ path: `${path}:${index + 1}`, severity: 'error', message }]
      })
    })
}

import type { Finding, SourceFile } from './source-files.ts'

const code = /\.(ts|tsx|mjs)$/
const suppression = /\b(?:oxlint|eslint)-disable(?!.*\s--\s\S{3})/

/** A lint suppression gives its reason on the same line: `oxlint-disable-next-line rule -- why`. */
export function unexplainedSuppressions(files: readonly SourceFile[]): Finding[] {
  return files
    .filter(({ path }) => code.test(path) && !path.startsWith('tools/'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index): Finding[] => {
        if (!suppression.test(line)) return []
        const message = 'a suppression without its reason; write it after the rule: -- why'
        return [{ path: `${path}:${index + 1}`, severity: 'error', message }]
      }),
    )
}

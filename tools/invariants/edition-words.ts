import { editions } from '@sshore/contract'
import type { Finding, SourceFile } from './source-files.ts'

const table = 'packages/contract/src/editions.ts'
/** The documentation explains the editions; its code and its tests decide nothing by them. */
const documentation = /^(packages|e2e)\/website\//
/** Words of an identifier: `isFooBar`, `FOO_BAR` and `foo-bar` all yield `foo` and `bar`. */
const words = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** Names of editions anywhere but in their table: code asks for a feature, never for an edition. */
export function editionWords(files: readonly SourceFile[]): Finding[] {
  const names = new Set<string>(editions)
  return files
    .filter(({ path }) => path !== table && !documentation.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index): Finding[] => {
        const found = line.match(words)?.find((word) => names.has(word.toLowerCase()))
        if (found === undefined) return []
        const message = `names the edition "${found}"; ask for a feature instead, editions are told apart in ${table} only`
        return [{ path: `${path}:${index + 1}`, severity: 'error', message }]
      }),
    )
}

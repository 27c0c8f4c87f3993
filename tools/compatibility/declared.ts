// docs/reference/breaking-changes.md: what has changed under clients since the baseline, and why it had to.
import { documentsFolder } from './baseline.ts'

export const declarationsPath = `${documentsFolder}/breaking-changes.md`

export const noDeclarations = `# Breaking changes

What has changed since the last release in a way that a client can notice: one item for each change, in the words of
\`npm run check -- --only compatibility\`, and a sentence that says why and what to do instead. A release empties the list
(\`npm run generate -- --release\`).

`

export interface Declarations {
  /** The changes that have a reason. */
  readonly changes: ReadonlySet<string>
  /** Items that are none. */
  readonly faults: readonly string[]
}

const reasoned = /^- `([^`]+)`: \S+ .*\S\.$/

/** Reads the items of the page; an item may go on in indented lines. */
export function declarationsIn(page: string): Declarations {
  const items = page.replaceAll(/\n {2,}/g, ' ').split('\n')
  const found = items
    .filter((line) => line.startsWith('- '))
    .map((line) => ({ line, change: reasoned.exec(line)?.[1] }))
  return {
    changes: new Set(found.flatMap(({ change }) => change ?? [])),
    faults: found.filter(({ change }) => change === undefined).map(({ line }) => line),
  }
}

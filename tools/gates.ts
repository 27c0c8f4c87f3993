// The gates of `npm run check` as data: what runs, and where. gates.test.ts plants a violation for each of them.
import { join } from 'node:path'

export interface Gate {
  readonly name: string
  readonly heading: string
  /** Arguments for Node, run in the folder that is checked. */
  readonly command: readonly string[]
}

const root = join(import.meta.dirname, '..')
const installed = (path: string): string => join(root, 'node_modules', path)
const own = (path: string): string => join(root, 'tools', path)

/** Longest first, so that two cores finish together. */
export const gates: readonly Gate[] = [
  {
    name: 'types',
    heading: 'TypeScript 7, all packages',
    // Not .bin/tsc: that is TypeScript 6, which dependency-cruiser needs (docs/decisions/0002-typescript-7-beside-6.md).
    command: [installed('typescript7/bin/tsc'), '-b'],
  },
  {
    name: 'lint',
    heading: 'Lint with types (oxlint)',
    command: [installed('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--format', 'stylish', '.'],
  },
  {
    name: 'dead-code',
    heading: 'Unused files, exports and dependencies (knip)',
    command: [installed('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
  },
  {
    name: 'boundaries',
    heading: 'Arrows between packages (dependency-cruiser)',
    command: [
      installed('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'packages',
      'tools',
      'e2e',
      'bench',
    ],
  },
  {
    name: 'format',
    heading: 'Format (oxfmt; npm run format repairs)',
    command: [installed('oxfmt/bin/oxfmt'), '--list-different'],
  },
  {
    name: 'generated',
    heading: 'Generated documents are up to date (npm run generate repairs)',
    command: [own('generate.ts'), '--check'],
  },
  {
    name: 'compatibility',
    heading: 'Changes of the API that break clients are declared',
    command: [own('compatibility.ts')],
  },
  {
    name: 'length',
    heading: 'File length (warns above 250 lines, fails above 400)',
    command: [own('invariants.ts'), 'length'],
  },
  { name: 'editions', heading: 'Edition words outside their table', command: [own('invariants.ts'), 'editions'] },
  { name: 'names', heading: 'File names that say nothing', command: [own('invariants.ts'), 'names'] },
  {
    name: 'suppressions',
    heading: 'Lint suppressions without a reason',
    command: [own('invariants.ts'), 'suppressions'],
  },
]

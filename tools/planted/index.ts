import { editions } from '@sshore/contract'
import { boundaryViolations } from './boundaries.ts'
import { compatibilityViolations } from './compatibility.ts'
import { lintViolations } from './lint.ts'
import { typeViolations } from './types.ts'
import type { Violation } from './violation.ts'

export { bystanders } from './boundaries.ts'

export const lines = (count: number): string => '// A line.\n'.repeat(count)

/** Gate → what it has to stop. */
export const planted: Readonly<Record<string, readonly Violation[]>> = {
  types: typeViolations,
  lint: lintViolations,
  boundaries: boundaryViolations,
  'dead-code': [
    {
      title: 'a file nobody imports',
      path: 'packages/server/src/alone.ts',
      text: 'export const alone = 1\n',
      expected: 'packages/server/src/alone.ts',
    },
    {
      title: 'an export nobody imports',
      path: 'packages/contract/src/limits.ts',
      text: 'export const limit = 3\nexport const forgotten = 4\n',
      expected: 'forgotten',
    },
    {
      title: 'a dependency nobody imports',
      path: 'packages/link/package.json',
      text: JSON.stringify({
        name: '@sshore/link',
        version: '0.1.0',
        type: 'module',
        exports: { '.': './src/index.ts' },
        dependencies: { '@sshore/contract': '0.1.0', ws: '8.23.0' },
      }),
      expected: 'ws',
    },
  ],
  format: [
    {
      title: 'double quotes',
      path: 'packages/link/src/quotes.ts',
      text: 'export const text = "text"\n',
      expected: 'quotes.ts',
    },
    {
      title: 'semicolons',
      path: 'packages/link/src/semicolons.ts',
      text: 'export const n = 1;\n',
      expected: 'semicolons.ts',
    },
    {
      title: 'a line past 120 columns',
      path: 'packages/link/src/wide.ts',
      text: `export const wide = [${'1, '.repeat(40)}1]\n`,
      expected: 'wide.ts',
    },
  ],
  generated: [
    {
      title: 'a document edited by hand',
      path: `docs/reference/openapi-${editions[0]}.json`,
      text: '{}\n',
      expected: 'is out of date; run: npm run generate',
    },
  ],
  compatibility: compatibilityViolations,
  length: [
    {
      title: 'a file of 401 lines',
      path: 'packages/link/src/long.ts',
      text: lines(401),
      expected: 'error: packages/link/src/long.ts: 401 lines',
    },
  ],
  editions: [
    {
      title: 'an edition in a string',
      path: 'packages/server/src/edition.ts',
      text: `export const edition = '${editions[1]}'\n`,
      expected: 'edition.ts:1: names the edition',
    },
    {
      title: 'an edition in an identifier',
      path: 'packages/server/src/branch.ts',
      text: `export const is${editions[2].replace(/^./, (letter) => letter.toUpperCase())} = true\n`,
      expected: 'branch.ts:1: names the edition',
    },
  ],
  names: [
    {
      title: 'a file of this and that',
      path: 'packages/link/src/string-utils.ts',
      text: 'export const n = 1\n',
      expected: 'string-utils.ts: "utils" says nothing',
    },
    {
      title: 'a folder of this and that',
      path: 'packages/link/src/common/lane.ts',
      text: 'export const n = 1\n',
      expected: '"common" says nothing',
    },
  ],
  suppressions: [
    {
      title: 'a suppression that does not say why',
      path: 'packages/server/src/quiet.ts',
      text: "// oxlint-disable-next-line no-console\nconsole.log('text')\n",
      expected: 'quiet.ts:1: a suppression without its reason',
    },
  ],
}

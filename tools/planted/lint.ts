import type { Violation } from './violation.ts'

const body = (statement: string): string =>
  `export async function planted(value: string): Promise<void> {\n  ${statement}\n}\n`

export const lintViolations: readonly Violation[] = [
  {
    title: 'any',
    path: 'packages/link/src/any.ts',
    text: 'export const value: any = 1\n',
    expected: 'no-explicit-any',
  },
  {
    title: 'a promise nobody waits for',
    path: 'packages/link/src/floating.ts',
    text: body('planted(value)'),
    expected: 'no-floating-promises',
  },
  {
    title: 'a default export',
    path: 'packages/link/src/default.ts',
    text: 'export default 1\n',
    expected: 'no-default-export',
  },
  {
    title: 'ts-ignore',
    path: 'packages/link/src/ignore.ts',
    text: "// @ts-ignore\nexport const n: number = 'text'\n",
    expected: 'ban-ts-comment',
  },
  {
    title: 'a non-null assertion',
    path: 'packages/link/src/assertion.ts',
    text: 'export const first = (list: string[]): string => list[0]!\n',
    expected: 'no-non-null-assertion',
  },
  {
    title: 'a value import of a type',
    path: 'packages/link/src/type-import.ts',
    text: "import { LaneName } from './lane-name.ts'\n\nexport const lane: LaneName = 'main'\n",
    expected: 'consistent-type-imports',
  },
  {
    title: 'a switch that forgets a case',
    path: 'packages/link/src/lane-name.ts',
    text: "export type LaneName = 'main' | 'error'\n\nexport function number(name: LaneName): number {\n  switch (name) {\n    case 'main':\n      return 0\n  }\n  return 1\n}\n",
    expected: 'switch-exhaustiveness-check',
  },
  {
    title: 'the environment read outside main',
    path: 'packages/server/src/environment.ts',
    text: "export const home = process.env['HOME']\n",
    expected: 'no-process-env',
  },
  {
    title: 'the arguments read outside main',
    path: 'packages/server/src/arguments.ts',
    text: 'export const given = process.argv\n',
    expected: 'no-restricted-properties',
  },
  {
    title: 'console output',
    path: 'packages/server/src/output.ts',
    text: body('console.log(value)'),
    expected: 'no-console',
  },
  {
    title: 'an unfinished note',
    path: 'packages/server/src/note.ts',
    text: `// TODO later
export const note = 1\n`,
    expected: 'no-warning-comments',
  },
  {
    title: 'a thrown string',
    path: 'packages/server/src/thrown.ts',
    text: "export const fail = (): never => {\n  throw 'text'\n}\n",
    expected: 'only-throw-error',
  },
  {
    title: 'a value of unknown shape',
    path: 'packages/server/src/unsafe.ts',
    text: "export const port: number = JSON.parse('1')\n",
    expected: 'no-unsafe-assignment',
  },
  {
    title: 'a suppression of nothing',
    path: 'packages/server/src/suppression.ts',
    text: '// oxlint-disable-next-line no-console\nexport const quiet = 1\n',
    expected: 'Unused oxlint-disable directive',
  },
  {
    title: 'a test left focused',
    path: 'packages/server/src/focused.test.ts',
    text: "import { expect, it } from 'vitest'\n\nit.only('holds', () => {\n  expect(1).toBe(1)\n})\n",
    expected: 'no-focused-tests',
  },
]

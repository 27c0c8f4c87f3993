import type { Violation } from './violation.ts'

export const typeViolations: readonly Violation[] = [
  {
    title: 'a wrong type',
    path: 'packages/link/src/wrong.ts',
    text: "export const wrong: number = 'text'\n",
    expected: 'TS2322',
  },
  {
    title: 'an enum',
    path: 'packages/link/src/enum.ts',
    text: 'export enum Lane {\n  main,\n}\n',
    expected: 'TS1294',
  },
  {
    title: 'an index that may be missing',
    path: 'packages/link/src/index-access.ts',
    text: 'export const first = (list: string[]): string => list[0]\n',
    expected: 'index-access.ts(1,50): error TS2322',
  },
  {
    title: 'a Node global in a neutral package',
    path: 'packages/link/src/node-global.ts',
    text: "export const bytes = Buffer.from('text')\n",
    expected: "TS2591: Cannot find name 'Buffer'",
  },
  {
    title: 'a browser global in the server',
    path: 'packages/server/src/browser-global.ts',
    text: 'export const title = document.title\n',
    expected: "TS2584: Cannot find name 'document'",
  },
]

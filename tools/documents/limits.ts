import { limits } from '@sshore/contract'
import type { GeneratedDocument } from './generated-document.ts'

/** `deviceName` as `device name`. */
const words = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/^Api key/, 'API key')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join(', ')
    : typeof value === 'number'
      ? value.toLocaleString('en')
      : `\`${String(value).replaceAll('|', String.raw`\|`)}\``

function rowsOf(name: string, value: unknown): string[] {
  if (typeof value === 'function' || typeof value === 'boolean') return []
  if (!isObject(value)) return [`| ${name} | ${shown(value)} |\n`]
  return Object.entries(value).flatMap(([part, inner]) => rowsOf(`${name}, ${words(part).toLowerCase()}`, inner))
}

/** Every number of the contract, under its own name. */
export function limitsDocument(): GeneratedDocument {
  const rows = Object.entries(limits).flatMap(([name, value]) => rowsOf(words(name), value))
  const text = [
    '# Limits\n\n',
    'Every number by which Sshore decides, as the contract holds it. This page is generated (`npm run generate`).\n\n',
    '| Limit | Value |\n| --- | --- |\n',
    ...rows,
  ]
  return { path: 'docs/reference/limits.md', text: text.join('') }
}

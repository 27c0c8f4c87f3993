import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GeneratedDocument } from './generated-document.ts'

/** What `sshore config --json` says of each setting. */
interface Setting {
  readonly name: string
  readonly flag: string
  readonly type: string
  readonly default: string
  readonly description: string
}

const main = join(import.meta.dirname, '../../packages/sshore/src/main.ts')
const code = (text: string): string => `\`${text.replaceAll('|', String.raw`\|`)}\``
/** In one cell, and below each other where it is narrow: five columns leave no room for what a setting means. */
const codes = (...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map(code)
    .join(' ')
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

/** The table of settings, asked from the command itself with nothing set. */
export async function configurationDocument(): Promise<GeneratedDocument> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'config', '--json'], { env: {} })
  const settings = JSON.parse(stdout) as readonly Setting[]
  const rows = settings.map(({ name, flag, type, default: fallback, description }) =>
    row([codes(name, flag), codes(type, fallback), description]),
  )
  const text = [
    '# Settings of the server\n\n',
    'Every setting is an environment variable and a flag of `sshore server`; the flag wins. `sshore config` prints them with\n',
    'their present values. This page is generated from the same table (`npm run generate`).\n\n',
    row(['Variable, flag', 'Type, default', 'Meaning']),
    row(['---', '---', '---']),
    ...rows,
  ]
  return { path: 'docs/reference/configuration.md', text: text.join('') }
}

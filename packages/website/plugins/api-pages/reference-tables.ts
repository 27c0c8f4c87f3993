// Tables of the product's generated documents, as parts of pages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Document → page part, relative to the folder of the documentation. */
export const tables = {
  'configuration.md': 'self-hosted/_settings.generated.mdx',
  'limits.md': 'self-hosted/_limits.generated.mdx',
  'roles.md': 'user-guides/settings/namespace/members/_roles.generated.mdx',
  'features.md': 'overview/_features.generated.mdx',
} as const

/** Outside of code, `<` and `{` would begin something. */
const inText = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<{]/g, (found) => `\\${found}`)))
    .join('`')

/** The rows of the one table that the document holds. */
export function tablePart(documents: string, name: keyof typeof tables): string {
  const lines = readFileSync(join(documents, name), 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('|'))
  if (rows.length < 3) throw new Error(`${name} holds no table; run: npm run generate`)
  return `${rows.map(inText).join('\n')}\n`
}

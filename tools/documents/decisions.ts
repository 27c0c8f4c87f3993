import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GeneratedDocument } from './generated-document.ts'

const folder = 'docs/decisions'
const introduction = `# Decisions

One page for each choice that a newcomer would question: what the situation was, what we decided, what follows from it,
and what was measured. A decision that no longer holds is not edited away; a new page replaces it and both say so.

Figures without another source were measured on one machine: Debian 12, kernel 6.18, a virtual machine with two cores of
an AMD EPYC and 24 GB. They are good for ratios, not for promises.

This list is generated from the pages (\`npm run generate\`).

`

/** Every page opens with `# 0001: Title`. */
async function entryOf(tree: string, name: string): Promise<string> {
  const [heading = ''] = (await readFile(join(tree, folder, name), 'utf8')).split('\n', 1)
  const [, title] = /^# \d{4}: (.+)$/.exec(heading) ?? []
  if (title === undefined) throw new Error(`${folder}/${name} does not open with "# ${name.slice(0, 4)}: Title"`)
  return `- [${name.slice(0, 4)}](${name}): ${title}\n`
}

/** The list of decisions in the given tree. */
export async function decisionsDocument(tree: string): Promise<GeneratedDocument> {
  const names = await readdir(join(tree, folder)).catch((): string[] => [])
  const pages = names.filter((name) => /^\d{4}-.+\.md$/.test(name)).toSorted()
  const entries = await Promise.all(pages.map((name) => entryOf(tree, name)))
  return { path: `${folder}/README.md`, text: introduction + entries.join('') }
}

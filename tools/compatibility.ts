// Compares the OpenAPI documents with those of the last release: what breaks a client has to be declared.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editions } from '@sshore/contract'
import { baselinePath, documentPath } from './compatibility/baseline.ts'
import { declarationsIn, declarationsPath } from './compatibility/declared.ts'
import { breakingChanges } from './compatibility/operations.ts'
import { fieldsOf, type Json } from './compatibility/resolve.ts'

const read = (path: string): Promise<string> => readFile(join(process.cwd(), path), 'utf8')
const parsed = async (path: string) => fieldsOf(JSON.parse(await read(path)) as Json)

const found = new Set<string>()
for (const edition of editions) {
  const [before, after] = await Promise.all([parsed(baselinePath(edition)), parsed(documentPath(edition))])
  for (const change of breakingChanges(before, after)) found.add(change)
}
const { changes, faults } = declarationsIn(await read(declarationsPath))

const undeclared = [...found].filter((change) => !changes.has(change))
const untrue = [...changes].filter((change) => !found.has(change))
for (const change of undeclared) console.error(`breaks clients: ${change}`)
for (const change of untrue) console.error(`declared in ${declarationsPath}, but it is not so: ${change}`)
for (const line of faults) console.error(`${declarationsPath}: no item with a change and a sentence: ${line}`)
if (undeclared.length > 0) {
  console.error(
    `\nKeep what clients rely on, or declare it in ${declarationsPath}:\n- \`the change\`: why, and what to do instead.`,
  )
}
process.exitCode = undeclared.length + untrue.length + faults.length > 0 ? 1 : 0

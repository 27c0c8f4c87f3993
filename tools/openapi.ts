// Writes the OpenAPI documents, one per edition, or with --check says which of them are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editions, featuresOf, openApiDocument } from '@sshore/contract'
import workspace from '../package.json' with { type: 'json' }

const folder = join(process.cwd(), 'docs/reference')
const checking = process.argv.includes('--check')

async function written(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

await mkdir(folder, { recursive: true })
for (const edition of editions) {
  const name = `openapi-${edition}.json`
  const file = join(folder, name)
  const document = openApiDocument({ features: featuresOf(edition), version: workspace.version })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!checking) await writeFile(file, text)
  else if ((await written(file)) !== text) {
    process.exitCode = 1
    console.error(`docs/reference/${name} is out of date; run: npm run openapi`)
  }
}

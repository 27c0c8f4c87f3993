// Writes the OpenAPI documents, one per edition, or with --check says which of them are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { editions, featuresOf, openApiDocument } from '@sshore/contract'
import workspace from '../package.json' with { type: 'json' }

const folder = new URL('../docs/reference/', import.meta.url)
const checking = process.argv.includes('--check')

async function written(file: URL): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

await mkdir(folder, { recursive: true })
for (const edition of editions) {
  const name = `openapi-${edition}.json`
  const file = new URL(name, folder)
  const document = openApiDocument({ features: featuresOf(edition), version: workspace.version })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!checking) await writeFile(file, text)
  else if ((await written(file)) !== text) {
    process.exitCode = 1
    console.error(`docs/reference/${name} is out of date; run: npm run openapi`)
  }
}

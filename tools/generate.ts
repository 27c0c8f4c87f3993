// Writes the documents that follow from the sources, or with --check says which of them are out of date. With --release it also
// makes them those that later ones are compared with.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { releaseDocuments } from './compatibility/release.ts'
import { configurationDocument } from './documents/configuration.ts'
import { decisionsDocument } from './documents/decisions.ts'
import { featuresDocument } from './documents/features.ts'
import { limitsDocument } from './documents/limits.ts'
import { openApiDocuments } from './documents/openapi.ts'
import { rolesDocument } from './documents/roles.ts'

async function written(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return ''
  }
}

const checking = process.argv.includes('--check')
const openApi = openApiDocuments()
const documents = [
  ...openApi,
  ...(process.argv.includes('--release') ? releaseDocuments(openApi) : []),
  await configurationDocument(),
  featuresDocument(),
  limitsDocument(),
  rolesDocument(),
  await decisionsDocument(process.cwd()),
]
for (const { path, text } of documents) {
  const file = join(process.cwd(), path)
  if (!checking) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  } else if ((await written(file)) !== text) {
    process.exitCode = 1
    console.error(`${path} is out of date; run: npm run generate`)
  }
}

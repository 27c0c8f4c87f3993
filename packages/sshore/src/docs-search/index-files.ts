import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IndexFile, parseIndexFile } from '@sshore/docs-search'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const isIndex = (path: string): boolean => /(^|\/)search-index\/[^/]+\.json$/.test(path)

/** All search indexes of a built site: one for each language and version. Fails when there is none, or none that can be read. */
export async function readIndexFiles(site: string): Promise<IndexFile[]> {
  const names = await readdir(site, { recursive: true }).catch((): string[] => [])
  const paths = names.filter(isIndex).toSorted()
  if (paths.length === 0) {
    const message = `There is no search index in ${site}; name the folder of a built site ("npm run docs:build" makes one).`
    throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
  }
  return Promise.all(
    paths.map(async (path) => {
      try {
        return parseIndexFile(await readFile(join(site, path), 'utf8'))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new CommandFailure(exitCodes.usage, 'invalid_input', `${join(site, path)} cannot be read: ${reason}`)
      }
    }),
  )
}

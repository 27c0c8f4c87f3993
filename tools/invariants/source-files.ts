import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** What an invariant found; a warning is printed and lets the check pass. */
export interface Finding {
  readonly path: string
  readonly severity: 'error' | 'warning'
  readonly message: string
}

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', 'data'])
const sourceExtensions = new Set(['.ts', '.tsx', '.mjs', '.css', '.html', '.json', '.sh', '.yml', '.yaml', ''])
const generated = /(\.generated\.|(^|\/)package-lock\.json$|^docs\/reference\/)/

/** Every hand-written file of the tree, read. Binary files and documents (`.md`) are left out. */
export async function sourceFiles(tree: string): Promise<SourceFile[]> {
  const paths = (await walk(tree)).map((path) => relative(tree, path))
  const wanted = paths.filter((path) => sourceExtensions.has(extname(path)) && !generated.test(path))
  return Promise.all(wanted.map(async (path) => ({ path, text: await readFile(join(tree, path), 'utf8') })))
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const below = entries
    .filter((entry) => entry.isDirectory() && !skippedFolders.has(entry.name))
    .map((entry) => walk(join(folder, entry.name)))
  const here = entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name))
  return [...here, ...(await Promise.all(below)).flat()]
}

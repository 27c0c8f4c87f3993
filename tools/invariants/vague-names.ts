import { basename, extname } from 'node:path'
import type { Finding, SourceFile } from './source-files.ts'

const vague = new Set(['util', 'utils', 'common', 'helper', 'helpers', 'misc', 'base', 'manager'])

/** Files and folders named for nothing in particular attract everything. */
export function vagueNames(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path }) => {
    const words = path.slice(0, -extname(path).length || undefined).split(/[/.-]/)
    const found = words.find((word) => vague.has(word))
    if (found === undefined || basename(path).startsWith('tsconfig.')) return []
    return [{ path, severity: 'error', message: `"${found}" says nothing; name the file for what it holds` }]
  })
}

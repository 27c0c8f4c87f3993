// A tree of files as a test finds them in the wild, and what to compare after a copy.
import { link, lstat, mkdir, readdir, readFile, readlink, symlink, utimes, writeFile, chmod } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sha256 } from '@sshore/testkit'

const oddNames = [
  'plain.txt',
  'with space',
  ' leading and trailing ',
  "quote'quote",
  'double"quote',
  'dollar $HOME `id`',
  'back\\slash',
  'semi;colon & amp | pipe',
  'star*?[a-z]',
  '-dash',
  '#hash',
  '~tilde',
  'new\nline',
  'tab\there',
  'ümläut-漢字-🦀',
  'e\u0301-decomposed',
  'x'.repeat(255),
]

export async function makeTree(root: string): Promise<void> {
  await mkdir(join(root, 'deep/er/and/deeper'), { recursive: true })
  await mkdir(join(root, 'empty folder'))
  for (const [index, name] of oddNames.entries()) {
    const path = join(root, index % 2 === 0 ? '' : 'deep/er', name)
    await writeFile(path, `content ${index}\n`.repeat(index))
    await chmod(path, index % 3 === 0 ? 0o755 : 0o640)
    await utimes(path, 1_600_000_000 + index, 1_500_000_000 + index)
  }
  await writeFile(join(root, 'empty'), '')
  await writeFile(join(root, 'big'), Buffer.alloc(3_000_001, 'big'))
  await symlink('plain.txt', join(root, 'link'))
  await symlink('/does/not/exist', join(root, 'dangling'))
  await link(join(root, 'big'), join(root, 'deep/and big as well'))
}

export interface Described {
  readonly [path: string]: string
}

/** Path → kind, mode, modification time, content; links by what they say. */
export async function describeTree(root: string, { times }: { readonly times: boolean }): Promise<Described> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const described = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const stat = await lstat(path)
      const mode = (stat.mode & 0o7777).toString(8)
      const time = times ? ` ${Math.floor(stat.mtimeMs / 1000)}` : ''
      const content = entry.isSymbolicLink()
        ? `link ${await readlink(path)}`
        : entry.isDirectory()
          ? `folder ${mode}`
          : `file ${mode}${time} ${sha256(await readFile(path))}`
      return [relative(root, path), content] as const
    }),
  )
  return Object.fromEntries(described.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// The code blocks of the pages that promise something: ```sh run is run, and files for a device or a server are checked.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@sshore/testkit'

export type BlockMark = 'run' | 'check-script' | 'check-unit' | 'check-nginx' | 'check-recipe'

export interface MarkedBlock {
  /** Of the page, below the folder of the documentation. */
  readonly page: string
  readonly mark: BlockMark
  readonly text: string
}

const docs = join(repositoryRoot, 'packages/website/docs')
const fence = /^```\w+([^\n]*)\n([\s\S]*?)^```$/gm
const marks: readonly BlockMark[] = ['run', 'check-script', 'check-unit', 'check-nginx', 'check-recipe']

const blocksOf = (page: string, text: string): MarkedBlock[] =>
  [...text.matchAll(fence)].flatMap(([, meta = '', body = '']) => {
    const mark = marks.find((each) => meta.split(/\s+/).includes(each))
    return mark ? [{ page, mark, text: body }] : []
  })

/** All marked blocks, page by page, in their order. */
export async function markedBlocks(): Promise<MarkedBlock[]> {
  const names = (await readdir(docs, { recursive: true }))
    .filter((name) => /(?<!\.generated)\.mdx$/.test(name))
    .toSorted()
  const lists = await Promise.all(names.map(async (name) => blocksOf(name, await readFile(join(docs, name), 'utf8'))))
  return lists.flat()
}

// The pages of a built site as they were written, to be indexed and checked.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheerioAPI, load } from 'cheerio'

export interface BuiltPage {
  /** From the root of the built site, such as `overview/faq.html`. */
  readonly file: string
  /** The path that it answers at, with the site's base path. */
  readonly path: string
  readonly $: CheerioAPI
}

/** Where the framework's links lead for this file. */
function pathOf(file: string, base: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')
  return base + path
}

/**
 * Those of one language. Folders of other languages, which are built into the same place, are left out by the language that a page
 * says it has.
 */
export async function builtPages(outDir: string, base: string): Promise<BuiltPage[]> {
  const names = await readdir(outDir, { recursive: true })
  const files = names.filter((name) => name.endsWith('.html') && !/^(pt-BR|en)\//.test(name)).toSorted()
  return Promise.all(
    files.map(async (file) => ({
      file,
      path: pathOf(file, base),
      $: load(await readFile(join(outDir, file), 'utf8')),
    })),
  )
}

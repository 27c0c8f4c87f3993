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

/** The framework writes folders for all pages; what it links to, with or without a slash, is what the page says of itself. */
function pathOf(file: string, base: string, $: CheerioAPI): string {
  const canonical = $('link[rel=canonical]').attr('href') ?? ''
  if (file !== '404.html' && URL.canParse(canonical)) return new URL(canonical).pathname
  return base + file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')
}

/**
 * Those of one language. Folders of other languages, which are built into the same place, are left out by the language that a page
 * says it has.
 */
export async function builtPages(outDir: string, base: string): Promise<BuiltPage[]> {
  const names = await readdir(outDir, { recursive: true })
  const files = names.filter((name) => name.endsWith('.html') && !/^(pt-BR|en)\//.test(name)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const $ = load(await readFile(join(outDir, file), 'utf8'))
      return { file, path: pathOf(file, base, $), $ }
    }),
  )
}

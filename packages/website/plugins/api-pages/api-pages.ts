// Pages of the HTTP API and tables of settings, limits and roles, written from the documents that the product generates: one source,
// no copy in the repository.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { apiPage } from './api-page.ts'
import type { OpenApi, Sources } from './openapi.ts'
import { tablePart, tables } from './reference-tables.ts'

const references = '../../docs/reference'
const editions = ['community', 'enterprise', 'cloud'] as const

const read = (site: string, name: string): OpenApi =>
  JSON.parse(readFileSync(join(site, references, `${name}.json`), 'utf8')) as OpenApi

/** Written only when it says something else, so that what was built from it stays valid. */
function write(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function writePages(site: string): void {
  const documents = editions.map((edition) => [edition, read(site, `openapi-${edition}`)] as const)
  const sources: Sources = { documents }
  const folder = join(site, 'docs/developers/openapi')
  for (const edition of ['community', 'cloud'] as const) {
    const { headings, parts } = apiPage(sources, edition)
    write(join(folder, `_${edition}.generated.mdx`), headings)
    write(join(folder, `_${edition}.generated.json`), parts)
  }
  for (const [name, path] of Object.entries(tables)) {
    write(join(site, 'docs', path), tablePart(join(site, references), name as keyof typeof tables))
  }
}

export function apiPages({ siteDir }: LoadContext): Plugin {
  // Now, not in a step of the build: the pages of the documentation are read side by side with those steps.
  writePages(siteDir)
  return {
    name: 'api-pages',
    getPathsToWatch: () => [join(siteDir, references, '*')],
    configureWebpack: (_, isServer) => ({
      resolve: { alias: { '@api-parts$': join(siteDir, 'src/api-parts', isServer ? 'at-build.ts' : 'in-browser.ts') } },
    }),
  }
}

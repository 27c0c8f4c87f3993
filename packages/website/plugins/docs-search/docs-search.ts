// The search of the site: bar, window and page as a theme; an index for each language and version, made from the built pages.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { searchRoute } from '../../site/routes.ts'
import { builtPages } from '../built-pages.ts'
import { indexFilesOf } from './index-pages.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const site = fileURLToPath(new URL('../..', import.meta.url))

export function docsSearch({ siteConfig, baseUrl }: LoadContext): Plugin {
  return {
    name: 'docs-search',
    getThemePath: () => join(here, 'theme'),
    getTypeScriptThemePath: () => join(here, 'theme'),
    contentLoaded: async ({ actions }) => {
      actions.addRoute({ path: `${baseUrl}${searchRoute.slice(1)}`, component: '@theme/SearchPage', exact: true })
      actions.setGlobalData(siteConfig.customFields?.['search'])
    },
    configureWebpack: () => ({
      resolve: {
        alias: {
          '@sshore/docs-search': join(site, '../docs-search/src/index.ts'),
          minisearch: join(site, 'node_modules/minisearch'),
        },
      },
    }),
    async postBuild({ outDir, baseUrl: base }) {
      const folder = join(outDir, 'search-index')
      await mkdir(folder, { recursive: true })
      for (const file of indexFilesOf(await builtPages(outDir, base))) {
        await writeFile(join(folder, `${file.tag}.json`), JSON.stringify(file))
      }
    },
  }
}

// Fails a build whose addresses are not those of the specification, or whose pages lead nowhere.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { routes } from '../../site/routes.ts'
import { builtPages } from '../built-pages.ts'
import { brokenReferences } from './broken-references.ts'
import { routeDifferences } from './route-differences.ts'

export function siteChecks({ i18n }: LoadContext): Plugin {
  return {
    name: 'site-checks',
    async postBuild({ outDir, baseUrl, routesPaths }) {
      const pages = await builtPages(outDir, baseUrl)
      const otherLanguages = i18n.locales.filter((locale) => locale !== i18n.currentLocale)
      const problems = [
        ...routeDifferences(routesPaths, routes, baseUrl),
        ...brokenReferences({
          pages,
          baseUrl,
          exists: (path) => existsSync(join(outDir, path)),
          elsewhere: (path) =>
            otherLanguages.some((locale) => path.startsWith(`${locale}/`)) ||
            (baseUrl !== i18n.localeConfigs[i18n.defaultLocale]?.baseUrl && !path.startsWith(baseUrl)),
        }),
      ]
      const told = problems.map((each) => `  ${each}`).join('\n')
      if (problems.length > 0) throw new Error(`The site is not as it has to be:\n${told}`)
    },
  }
}

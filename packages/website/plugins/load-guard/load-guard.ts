// Says what is wrong when the site's own files do not arrive: the framework would leave a page that does nothing.
import type { LoadContext, Plugin } from '@docusaurus/types'
import { guardScript } from './guard-script.ts'

const texts = {
  'shore.loadGuard.title': 'Your site did not load properly.',
  'shore.loadGuard.baseUrl': 'A wrong base URL is the usual reason. This site was built for',
  'shore.loadGuard.suggestion': 'It seems to be reached at',
  'shore.loadGuard.chunk': 'This page could not be loaded.',
  'shore.loadGuard.retry': 'Retry',
}

export type GuardTexts = Readonly<Record<keyof typeof texts, string>>

export function loadGuard({ codeTranslations, siteConfig }: LoadContext): Plugin {
  const said = Object.fromEntries(
    Object.entries(texts).map(([id, message]) => [id, codeTranslations[id] ?? message]),
  ) as GuardTexts
  return {
    name: 'load-guard',
    injectHtmlTags: () => ({
      // First in the page, so that it hears of whatever fails.
      headTags: [{ tagName: 'script', innerHTML: guardScript(said, siteConfig.baseUrl) }],
    }),
  }
}

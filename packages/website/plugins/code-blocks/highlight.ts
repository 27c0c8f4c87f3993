// Colours of code, put in when a page is built: the browser would need a hundred kilobytes to do the same at each visit.
import Prism from 'prismjs'
import loadLanguages from 'prismjs/components/index.js'
import { escapedHtml } from '../../../docs-search/src/escaped-html.ts'

loadLanguages(['bash', 'json', 'ini', 'nginx'])

/** HTML of `code`, whose words carry classes as Prism names them. Fails for a language that nobody asked to be loaded. */
export function highlight(code: string, language: string): string {
  if (language === '' || language === 'text') return escapedHtml(code)
  const grammar = Prism.languages[language]
  if (!grammar) {
    throw new Error(`A block of code says it is ${language}, which plugins/code-blocks/highlight.ts does not load.`)
  }
  return Prism.highlight(code, grammar, language)
}

import { expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-CH', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en;q=0.2, PT ;q=0.8', 'pt'],
  ['fr, en;q=0.5, pt;q=0.9', 'pt'],
  ['pt;q=0, en', 'en'],
  ['pt;q=0', 'en'],
  [`${'x,'.repeat(10_000)}pt`, 'en'],
] as const)('whoever sends %j is written to in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

import { editions, type Feature, featuresOf } from '@sshore/contract'
import type { GeneratedDocument } from './generated-document.ts'

/** Which edition has which feature: one row for each. */
export function featuresDocument(): GeneratedDocument {
  const all = [...new Set(editions.flatMap((edition) => featuresOf(edition)))].toSorted()
  const cell = (feature: Feature, edition: (typeof editions)[number]): string =>
    featuresOf(edition).includes(feature) ? 'yes' : '–'
  const text = [
    '# Features of each edition\n\n',
    'This page is generated (`npm run generate`).\n\n',
    `| Feature | ${editions.join(' | ')} |\n| --- | ${editions.map(() => '---').join(' | ')} |\n`,
    ...all.map((feature) => `| ${feature} | ${editions.map((edition) => cell(feature, edition)).join(' | ')} |\n`),
  ]
  return { path: 'docs/reference/features.md', text: text.join('') }
}

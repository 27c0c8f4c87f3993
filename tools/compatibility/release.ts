import { editions } from '@sshore/contract'
import type { GeneratedDocument } from '../documents/generated-document.ts'
import { baselineOf, baselinePath, documentPath } from './baseline.ts'
import { declarationsPath, noDeclarations } from './declared.ts'

/** What a release writes beside the OpenAPI documents: baselines made of them, and an empty list of breaking changes. */
export function releaseDocuments(openApi: readonly GeneratedDocument[]): GeneratedDocument[] {
  const textOf = new Map(openApi.map(({ path, text }) => [path, text]))
  const baselines = editions.map((edition) => ({
    path: baselinePath(edition),
    text: baselineOf(textOf.get(documentPath(edition)) ?? '{}'),
  }))
  return [...baselines, { path: declarationsPath, text: noDeclarations }]
}

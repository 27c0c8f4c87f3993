import { editions, featuresOf, openApiDocument } from '@sshore/contract'
import { documentPath } from '../compatibility/baseline.ts'
import workspace from '../../package.json' with { type: 'json' }
import type { GeneratedDocument } from './generated-document.ts'

/** One OpenAPI document per edition. */
export const openApiDocuments = (): GeneratedDocument[] =>
  editions.map((edition) => {
    const document = openApiDocument({ features: featuresOf(edition), version: workspace.version })
    return { path: documentPath(edition), text: `${JSON.stringify(document, null, 2)}\n` }
  })

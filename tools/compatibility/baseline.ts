// The documents that clients may have been written from, as far as a client can depend on them.
import { fieldsOf, isItems, type Json } from './resolve.ts'

/** The folder of the documents, from the root of the repository. */
export const documentsFolder = 'docs/reference'

export const documentPath = (edition: string): string => `${documentsFolder}/openapi-${edition}.json`
export const baselinePath = (edition: string): string => `${documentsFolder}/baseline-openapi-${edition}.json`

const prose = new Set(['description', 'summary', 'example', 'examples'])

/** `under` is the word of OpenAPI that the part stands under; below `properties` the keys are names of fields. */
function bare(part: Json, under: string): Json {
  if (isItems(part)) return part.map((item) => bare(item, ''))
  if (typeof part !== 'object' || part === null) return part
  const named = under === 'properties'
  const kept = Object.entries(part).filter(([key]) => {
    if (named) return true
    return under === 'responses' ? key.startsWith('2') : !prose.has(key)
  })
  return Object.fromEntries(kept.map(([key, value]) => [key, bare(value, named ? '' : key)]))
}

/** The baseline that an OpenAPI document becomes: without what only people read, and without its failures. */
export function baselineOf(document: string): string {
  const { openapi, paths, components } = fieldsOf(JSON.parse(document) as Json)
  const { schemas } = fieldsOf(components)
  const kept = { openapi: openapi ?? '', paths: paths ?? {}, components: { schemas: schemas ?? {} } }
  return `${JSON.stringify(bare(kept, ''), null, 1)}\n`
}

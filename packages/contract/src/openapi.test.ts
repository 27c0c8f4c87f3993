import { validate } from '@readme/openapi-parser'
import { describe, expect, it } from 'vitest'
import { editions, featuresOf } from './editions.ts'
import { Value } from 'typebox/value'
import { endpoints } from './contract.ts'
import { exampleOf } from './examples.ts'
import { openApiDocument } from './openapi.ts'

const documentOf = (edition: (typeof editions)[number]) =>
  openApiDocument({ features: featuresOf(edition), version: '1.2.3' })

/** The parser changes what it is given. */
const copy = (document: object): Parameters<typeof validate>[0] => JSON.parse(JSON.stringify(document))

const operations = (document: ReturnType<typeof openApiDocument>) =>
  Object.values(document.paths).flatMap((item) => Object.values(item)) as {
    operationId: string
    responses: Record<string, unknown>
  }[]

function references(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  )
}

function resolve(document: object, reference: string): unknown {
  let part: unknown = document
  for (const step of reference.slice(2).split('/')) part = (part as Record<string, unknown>)[step]
  return part
}

describe('the OpenAPI document', () => {
  it.each(editions)('is valid for %s', async (edition) => {
    expect(await validate(copy(documentOf(edition)))).toMatchObject({ valid: true })
  })

  it('is refused by the validator once it is broken', async () => {
    expect(await validate(copy({ ...documentOf(editions[0]), info: {} }))).toMatchObject({ valid: false })
  })

  it('refers only to what it defines, and defines only what it refers to', () => {
    const document = documentOf(editions[0])
    const used = new Set(references(document))
    for (const reference of used) expect(resolve(document, reference), reference).toBeDefined()
    const defined = Object.keys(document.components['schemas'] ?? {})
    for (const name of defined) expect(used, name).toContain(`#/components/schemas/${name}`)
  })

  it('gives every operation an identifier of its own', () => {
    const ids = operations(documentOf(editions[0])).map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('shows every public call under each of its paths, and no internal one', () => {
    const document = documentOf(editions[2])
    for (const e of endpoints) {
      for (const path of [e.path, ...(e.aliases ?? [])]) {
        const operation = document.paths[path]?.[e.method.toLowerCase()]
        if (e.access.kind === 'internal') expect(operation, path).toBeUndefined()
        else expect(operation, path).toBeDefined()
      }
    }
  })

  it('leaves out the calls of a feature that the server lacks', () => {
    const document = openApiDocument({ features: ['instance'], version: '1.2.3' })
    expect(Object.keys(document.paths)).toContain('/info')
    expect(Object.keys(document.paths)).not.toContain('/api/devices')
  })

  it('names the permission that a call needs', () => {
    expect(documentOf(editions[0]).paths['/api/devices/{uid}']?.['delete']).toMatchObject({
      'x-permission': 'device:remove',
      'x-lowest-role': 'administrator',
    })
  })

  it.each(endpoints.filter(({ access }) => access.kind !== 'internal').map((e) => [e.id, e] as const))(
    'shows examples of %s that its schemas take',
    (_, e) => {
      for (const schema of [e.body, e.success.body]) {
        if (schema) expect([...Value.Errors(schema, exampleOf(schema))]).toEqual([])
      }
      for (const part of [e.params, e.query]) {
        for (const [name, schema] of Object.entries(part?.properties ?? {})) {
          expect([name, ...Value.Errors(schema, exampleOf(schema, name))]).toEqual([name])
        }
      }
    },
  )

  it('tells which calls take an API key, and which do not', () => {
    const { paths } = documentOf(editions[0])
    expect(paths['/api/devices']?.['get']).toMatchObject({ security: [{ userToken: [] }, { apiKey: [] }] })
    expect(paths['/api/namespaces/api-key']?.['post']).toMatchObject({ security: [{ userToken: [] }] })
  })
})

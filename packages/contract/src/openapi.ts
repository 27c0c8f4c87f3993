// The OpenAPI 3.1 description of the public calls, made from the list of endpoints.
import { IsOptional, type TObject, type TSchema } from 'typebox'
import { endpoints } from './contract.ts'
import type { Feature } from './editions.ts'
import { type Access, type Endpoint, impliedErrors } from './endpoint.ts'
import { ErrorBody, FieldList } from './entities.ts'
import { type ErrorCode, errors } from './errors.ts'
import { exampleOf } from './examples.ts'
import { definitionsFor, type Json, schemaReference } from './openapi-schemas.ts'
import { permissions } from './roles.ts'

export interface OpenApiOptions {
  /** The features of the server described. */
  readonly features: readonly Feature[]
  /** Version of the server. */
  readonly version: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly [key: string]: Json }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: Json } }
  readonly components: { readonly [kind: string]: { readonly [name: string]: Json } }
}

const securitySchemes = {
  userToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of a signed-in user' },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'A key bound to a namespace and a role; takes precedence over a token',
  },
  deviceToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Token of a registered device' },
} as const

function securityOf(access: Access): Json {
  switch (access.kind) {
    case 'public':
      return []
    case 'user':
    case 'member':
      return access.apiKey ? [{ userToken: [] }, { apiKey: [] }] : [{ userToken: [] }]
    case 'administrator':
      return [{ userToken: [] }]
    case 'device':
      return [{ deviceToken: [] }]
    case 'internal':
      throw new Error('An internal call has no place in the public document')
  }
}

function describeAccess(access: Access): string {
  if (access.kind === 'administrator') return 'For administrators of the server.'
  if (access.kind !== 'member') return ''
  if (!access.permission) return 'Open to every member of the namespace.'
  return `Needs the permission \`${access.permission}\`: ${permissions[access.permission]} or above.`
}

const propertiesOf = (schema: TObject | undefined) => Object.entries(schema?.properties ?? {})

function parametersOf(e: Endpoint): Json[] {
  const path = propertiesOf(e.params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaReference(schema),
    example: exampleOf(schema, name),
  }))
  const query = propertiesOf(e.query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !IsOptional(schema),
    schema: schemaReference(schema),
    example: exampleOf(schema, name),
  }))
  return [...path, ...query]
}

const formType = 'application/x-www-form-urlencoded'

const contentOf = (schema: TSchema, type = 'application/json'): Json => ({
  [type]: { schema: schemaReference(schema), example: exampleOf(schema) },
})

function successOf(e: Endpoint, description = e.success.description): Json {
  const { body, headers, stream } = e.success
  const shownHeaders = propertiesOf(headers).map(([name, schema]): [string, Json] => [
    name,
    { schema: schemaReference(schema) },
  ])
  return {
    description,
    ...(shownHeaders.length > 0 ? { headers: Object.fromEntries(shownHeaders) } : {}),
    ...(body ? { content: contentOf(body, stream) } : {}),
  }
}

/** The codes whose failures name fields of the request. */
const fieldCodes = new Set<ErrorCode>([
  'invalid_input',
  'wrong_current_password',
  'user_exists',
  'namespace_name_taken',
])

/** Failures grouped by status; the catalogue's messages are the examples. */
function failuresOf(e: Endpoint): Record<string, Json> {
  const codes = [...new Set<ErrorCode>([...e.errors, ...impliedErrors(e)])]
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  const statuses = [...byStatus.keys()].toSorted((a, b) => a - b)
  return Object.fromEntries<Json>(
    statuses.map((status): [string, Json] => {
      const group = byStatus.get(status) ?? []
      const description = group.map((code) => errors[code].message).join(' Or: ')
      const bare = e.bareFieldLists && group.some((code) => fieldCodes.has(code))
      const examples = Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
      const plain = e.bareMessages && group.every((code) => e.errors.includes(code))
      if (plain) {
        const examples = Object.fromEntries(group.map((code) => [code, { summary: code, value: errors[code].message }]))
        const schema = { type: 'string', description: 'The message alone' }
        return [String(status), { description, content: { 'application/json': { schema, examples } } }]
      }
      const content = bare
        ? {
            schema: { anyOf: [schemaReference(FieldList), schemaReference(ErrorBody)] },
            examples: { fields: { summary: 'The fields', value: ['email'] }, ...examples },
          }
        : { schema: schemaReference(ErrorBody), examples }
      return [String(status), { description, content: { 'application/json': content } }]
    }),
  )
}

function operationOf(e: Endpoint, operationId: string): Json {
  const description = [e.description ?? '', describeAccess(e.access)].filter((text) => text !== '').join(' ')
  const parameters = parametersOf(e)
  return {
    operationId,
    summary: e.summary,
    ...(e.deprecated ? { deprecated: true } : {}),
    ...(description === '' ? {} : { description }),
    tags: [e.feature],
    security: securityOf(e.access),
    ...(e.access.kind === 'member' && e.access.permission
      ? { 'x-permission': e.access.permission, 'x-lowest-role': permissions[e.access.permission] }
      : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(e.body ? { requestBody: { required: true, content: contentOf(e.body, e.form && formType) } } : {}),
    responses: {
      [String(e.success.status)]: successOf(e),
      ...(e.success.otherwise
        ? { [String(e.success.otherwise.status)]: successOf(e, e.success.otherwise.description) }
        : {}),
      ...failuresOf(e),
    },
  }
}

/** Every path of an endpoint with the operationId it is shown under: aliases are numbered from 2. */
const pathsOf = (e: Endpoint): [path: string, operationId: string][] =>
  [e.path, ...(e.aliases ?? [])].map((path, index) => [path, index === 0 ? e.id : `${e.id}${index + 1}`])

function usedExamples(shown: readonly Endpoint[]): Record<string, Json> {
  const codes = new Set(shown.flatMap((e) => [...e.errors, ...impliedErrors(e)]))
  return Object.fromEntries(
    [...codes].toSorted().map((code) => [code, { summary: code, value: { message: errors[code].message, code } }]),
  )
}

/**
 * Describes the public calls of a server with the given features (OpenAPI 3.1.0, JSON Schema 2020-12).
 * Internal calls are left out; an endpoint's aliases are paths of their own.
 */
export function openApiDocument({ features, version }: OpenApiOptions): OpenApiDocument {
  const shown = endpoints.filter((e) => e.access.kind !== 'internal' && features.includes(e.feature))
  const paths: Record<string, Record<string, Json>> = {}
  for (const e of shown) {
    for (const [path, operationId] of pathsOf(e)) {
      const operations = (paths[path] ??= {})
      operations[e.method.toLowerCase()] = operationOf(e, operationId)
    }
  }
  const schemes = Object.entries(securitySchemes).filter(([name]) =>
    shown.some((e) => JSON.stringify(securityOf(e.access)).includes(name)),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sshore',
      version,
      summary: 'Reach remote Linux devices and containers over SSH, wherever they are',
      description:
        'Texts hold whole characters other than NUL (U+0000); a field with others is refused with 400. Fields that are not ' +
        'named here are ignored in requests.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: features.filter((feature) => shown.some((e) => e.feature === feature)).map((name) => ({ name })),
    paths,
    components: {
      schemas: definitionsFor(paths),
      securitySchemes: Object.fromEntries(schemes),
      examples: usedExamples(shown),
    },
  }
}

// One call of the API as the page shows it.
import type { Media, Method, OpenApi, OperationObject, Response, Schema, Sources } from './openapi.ts'
import { type Row, rowsOf, saysOf, typeOf } from './schema-rows.ts'

export interface Refusal {
  readonly status: string
  readonly code: string
  readonly message: string
}

export interface Operation {
  readonly id: string
  readonly tag: string
  readonly method: Method
  readonly path: string
  /** Further addresses that answer the same. */
  readonly also: readonly string[]
  readonly title: string
  readonly description: string
  readonly deprecated: boolean
  readonly credentials: readonly string[]
  readonly permission: string
  readonly lowestRole: string
  readonly editions: readonly string[]
  readonly parameters: readonly (Row & { readonly where: string })[]
  readonly body: readonly Row[]
  readonly answer: {
    /** The entity that it is or lists, which stands once on the page; empty: none. */
    readonly entity: string
    readonly status: string
    readonly says: string
    readonly rows: readonly Row[]
    readonly example: string
  }
  readonly headers: readonly Row[]
  readonly refusals: readonly Refusal[]
  readonly curl: string
}

const credentialNames: Readonly<Record<string, string>> = {
  userToken: 'user token',
  apiKey: 'API key',
  deviceToken: 'device token',
}

const walkOf = (document: OpenApi) => ({ document, seen: [], depth: 0 })
const mediaOf = (content: Readonly<Record<string, Media>> | undefined): Media | undefined =>
  Object.values(content ?? {})[0]

function parametersOf(operation: OperationObject, document: OpenApi): Operation['parameters'] {
  return (operation.parameters ?? []).map(({ name, in: where, required, description, schema = {} }) => ({
    name,
    where,
    required: required === true,
    type: typeOf(schema, walkOf(document)),
    says: description ?? saysOf(schema, walkOf(document)),
  }))
}

function refusalsOf(operation: OperationObject, document: OpenApi): Refusal[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, { content, description }]) => {
      const codes = Object.keys(mediaOf(content)?.examples ?? {})
      if (codes.length === 0) return [{ status, code: '', message: description }]
      return codes.map((code) => ({
        status,
        code,
        message: document.components.examples?.[code]?.value?.message ?? description,
      }))
    })
}

const exampleOf = (media: Media | undefined): string => {
  if (media?.example === undefined) return ''
  return typeof media.example === 'string' ? media.example : JSON.stringify(media.example, null, 2)
}

/** The entity that a schema refers to, by itself or as the entries of a list. */
function entityOf(schema: Schema | undefined): string {
  const reference = schema?.$ref ?? (schema?.type === 'array' ? schema.items?.$ref : undefined)
  return reference?.split('/').at(-1) ?? ''
}

function answerOf(
  operation: OperationObject,
  document: OpenApi,
): Operation['answer'] & { readonly response: Response } {
  const [status, response] = Object.entries(operation.responses).find(([each]) => each < '400') ?? [
    '200',
    { description: '' },
  ]
  const media = mediaOf(response.content)
  const entity = entityOf(media?.schema)
  return {
    entity,
    status,
    says: response.description,
    rows: entity === '' ? rowsOf(media?.schema ?? {}, document) : [],
    example: exampleOf(media),
    response,
  }
}

const inShell = (text: string): string => text.replaceAll("'", String.raw`'\''`)

/** The words with which curl sends the example: as a form where the call takes one, as JSON otherwise. */
function bodyInShell(content: Readonly<Record<string, Media>> | undefined): string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  const example = media?.example
  if (example === undefined) return ''
  if (type !== 'application/x-www-form-urlencoded') {
    return `-H 'Content-Type: application/json' -d '${inShell(JSON.stringify(example))}'`
  }
  const fields = Object.entries(typeof example === 'object' ? { ...example } : {})
  return fields.map(([name, value]) => `--data-urlencode '${name}=${inShell(String(value))}'`).join(' ')
}

/** A command that can be pasted once SSHORE and the credential are set. */
export function curlOf(method: Method, path: string, operation: OperationObject): string {
  const names = operation.security?.flatMap((each) => Object.keys(each)) ?? []
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find((each) => each.in === 'path' && each.name === name)
    return encodeURIComponent(String(parameter?.example ?? name))
  })
  const needed = operation.parameters?.filter((each) => each.in === 'query' && each.required) ?? []
  const query = needed.map((each) => `${each.name}=${encodeURIComponent(String(each.example ?? ''))}`).join('&')
  const credential = names.includes('apiKey')
    ? `-H "X-API-KEY: $SSHORE_KEY"`
    : names.length > 0
      ? `-H "Authorization: Bearer $SSHORE_TOKEN"`
      : ''
  const parts = [
    method === 'get' ? 'curl' : `curl -X ${method.toUpperCase()}`,
    credential,
    bodyInShell(operation.requestBody?.content),
    `"$SSHORE${filled}${query === '' ? '' : `?${query}`}"`,
  ]
  return parts.filter((part) => part !== '').join(' \\\n  ')
}

export interface Found {
  readonly method: Method
  readonly path: string
  readonly operation: OperationObject
  readonly also: readonly string[]
}

export function operationOf(
  { method, path, operation, also }: Found,
  document: OpenApi,
  { documents }: Sources,
): Operation {
  const { response, ...answer } = answerOf(operation, document)
  return {
    id: operation.operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    tag: operation.tags?.[0] ?? 'other',
    method,
    path,
    also,
    title: (operation.summary.split(/[;:]/, 1)[0] ?? operation.summary).replace(/ \(deprecated$/, ''),
    description: [operation.summary.includes(';') ? `${operation.summary}.` : '', operation.description ?? '']
      .filter((text) => text !== '')
      .join(' '),
    deprecated: operation.deprecated === true,
    credentials: [...new Set(operation.security?.flatMap((each) => Object.keys(each)) ?? [])].map(
      (name) => credentialNames[name] ?? name,
    ),
    permission: operation['x-permission'] ?? '',
    lowestRole: operation['x-lowest-role'] ?? '',
    editions: documents.filter(([, each]) => each.paths[path]?.[method] !== undefined).map(([edition]) => edition),
    parameters: parametersOf(operation, document),
    body: rowsOf(mediaOf(operation.requestBody?.content)?.schema ?? {}, document),
    answer,
    headers: Object.entries(response.headers ?? {}).map(([name, { schema = {}, description }]) => ({
      name,
      required: false,
      type: typeOf(schema, walkOf(document)),
      says: description ?? saysOf(schema, walkOf(document)),
    })),
    refusals: refusalsOf(operation, document),
    curl: curlOf(method, path, operation),
  }
}

// The published OpenAPI document, read as a stranger reads it: its schemas are not the contract's own.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@sshore/testkit'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Schema {
  readonly type?: string
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly Json[]
}

interface Content {
  readonly schema: Schema
  readonly example?: Json
}

export interface Parameter extends Content {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
}

export interface Reply {
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>
  /** By media type. */
  readonly content?: Readonly<Record<string, Content>>
}

interface Declared {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Reply>>
}

export interface Operation extends Declared {
  readonly method: string
  readonly path: string
}

/** References lead into `components`; those between schemas make no circle. */
function inlined(part: Json, document: Json): Json {
  if (isList(part)) return part.map((item) => inlined(item, document))
  if (!isObject(part)) return part
  const { $ref: reference } = part
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inlined(value, document)]))
  }
  let found: Json | undefined = document
  for (const step of reference.slice(2).split('/')) found = isObject(found) ? found[step] : undefined
  if (found === undefined) throw new Error(`${reference} leads nowhere`)
  return inlined(found, document)
}

/** All operations of an edition's document, references replaced by what they lead to. */
export async function operationsOf(edition: string): Promise<Operation[]> {
  const text = await readFile(join(repositoryRoot, `docs/reference/openapi-${edition}.json`), 'utf8')
  const document = JSON.parse(text) as Json
  const { paths } = inlined(document, document) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>
  }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, declared]) => ({ ...declared, method: method.toUpperCase(), path })),
  )
}

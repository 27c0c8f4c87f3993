// One request, right or wrong, to any operation: parts by the document, values from what has been told or out of the air.
import fc from 'fast-check'
import { isList, isObject, type Json, type Operation, type Parameter, type Schema } from './document.ts'
import type { Pool } from './pool.ts'
import { anything, filters, valuesOf } from './schema-values.ts'

export interface GeneratedRequest {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The body before it was text; absent when the text is no JSON. */
  readonly json?: Json
  /** Whether something was done to it that the document does not allow. */
  readonly spoilt: boolean
}

export type Draw = fc.GeneratorValue

/** True `some` times out of a hundred. */
const chance = (draw: Draw, some: number): boolean => draw(fc.nat, { max: 99 }) < some

const oneOf = <Item>(draw: Draw, items: readonly Item[]): Item | undefined =>
  items[draw(fc.nat, { max: Math.max(0, items.length - 1) })]

/** Puts what has been told in the place of made-up texts. */
function informed(draw: Draw, pool: Pool, value: Json, schema: Schema, name: string): Json {
  if (schema.anyOf) return value
  if (typeof value === 'string') {
    const told = pool.fitting(name, schema)
    return told.length > 0 && chance(draw, 70) ? (oneOf(draw, told) ?? value) : value
  }
  if (isList(value)) return value.map((item) => informed(draw, pool, item, schema.items ?? {}, name))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      informed(draw, pool, inner, schema.properties?.[key] ?? {}, key),
    ]),
  )
}

type Place = readonly (string | number)[]

function placesOf(value: Json, at: Place = []): Place[] {
  const inner = isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return [at, ...inner.flatMap(([key, item]) => placesOf(item, [...at, key]))]
}

/** `by` in that place; undefined leaves it out. */
function replaced(value: Json, [key, ...rest]: Place, by: Json | undefined): Json | undefined {
  if (key === undefined) return by
  if (isList(value)) {
    return value.flatMap((item, index) => (index === key ? (replaced(item, rest, by) ?? []) : [item]))
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [name, name === key ? replaced(item, rest, by) : item])
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined)) as Json
}

function parameterText(draw: Draw, pool: Pool, { name, schema, example }: Parameter): string {
  if (name === 'filter' && chance(draw, 80)) return draw(() => filters)
  const made = chance(draw, 10) && example !== undefined ? example : draw(valuesOf, schema)
  const value = informed(draw, pool, made, schema, name)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As a part of a path these would make it another path: every client takes them out. */
const leadsElsewhere = /^\.{0,2}$/
const segment = (text: string): string => encodeURIComponent(leadsElsewhere.test(text) ? '-' : text.toWellFormed())

interface Target {
  readonly path: string
  readonly spoilt: boolean
}

function targetOf(draw: Draw, pool: Pool, operation: Operation): Target {
  let spoilt = false
  const query = new URLSearchParams()
  let { path } = operation
  for (const parameter of operation.parameters ?? []) {
    if (!parameter.required && chance(draw, 50)) continue
    const wrong = chance(draw, 6)
    spoilt ||= wrong
    const odd = wrong ? draw(() => anything) : ''
    const text = wrong ? (typeof odd === 'string' ? odd : JSON.stringify(odd)) : parameterText(draw, pool, parameter)
    if (parameter.in === 'query') query.append(parameter.name, text)
    else path = path.replace(`{${parameter.name}}`, segment(text))
  }
  return { path: query.size > 0 ? `${path}?${query.toString()}` : path, spoilt }
}

const json = { 'content-type': 'application/json' }

function bodyOf(
  draw: Draw,
  pool: Pool,
  operation: Operation,
): Pick<GeneratedRequest, 'headers' | 'body' | 'json' | 'spoilt'> {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  if (!content) return { headers: {}, spoilt: false }
  const { schema, example } = content
  if (chance(draw, 2)) return { headers: json, body: draw(fc.string), spoilt: true }
  if (chance(draw, 1)) return { headers: { 'content-type': 'text/plain' }, body: '{}', spoilt: true }
  const made = chance(draw, 15) && example !== undefined ? example : draw(valuesOf, schema)
  const right = informed(draw, pool, made, schema, '')
  if (!chance(draw, 30)) return { headers: json, body: JSON.stringify(right), json: right, spoilt: false }
  const place = oneOf(draw, placesOf(right)) ?? []
  const wrong = replaced(right, place, chance(draw, 20) ? undefined : draw(() => anything)) ?? null
  return { headers: json, body: JSON.stringify(wrong), json: wrong, spoilt: true }
}

/** Any request to one of the operations, the same one for the same draw and pool. */
export function requestOf(draw: Draw, pool: Pool, operations: readonly Operation[]): GeneratedRequest {
  const operation = oneOf(draw, operations)
  if (!operation) throw new Error('There are no operations')
  const target = targetOf(draw, pool, operation)
  const body = bodyOf(draw, pool, operation)
  return { operation, method: operation.method, path: target.path, ...body, spoilt: target.spoilt || body.spoilt }
}

// A schema as the rows of a table: one for each field, nested ones with their path.
import type { OpenApi, Schema } from './openapi.ts'

export interface Row {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly says: string
}

/** Deeper fields are told by the example. */
const depthMost = 4

interface Walk {
  readonly document: OpenApi
  readonly seen: readonly string[]
  readonly depth: number
}

function resolved(schema: Schema, walk: Walk): { readonly schema: Schema; readonly walk: Walk } {
  if (schema.$ref === undefined) return { schema, walk }
  const name = schema.$ref.split('/').at(-1) ?? ''
  const target = walk.document.components.schemas[name]
  if (!target) throw new Error(`${schema.$ref} is not in the document`)
  if (walk.seen.includes(name)) return { schema: { type: 'object', description: `${name}, as above` }, walk }
  return {
    schema: { ...target, ...(schema.description ? { description: schema.description } : {}) },
    walk: { ...walk, seen: [...walk.seen, name] },
  }
}

const shown = (value: unknown): string => (value === '' ? '""' : String(value))

/** What a value may be, in one or two words. */
export function typeOf(given: Schema, walk: Walk): string {
  const { schema, walk: inner } = resolved(given, walk)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, inner)))].join(' or ')
  if (schema.const !== undefined) return shown(schema.const)
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {}, inner)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.enum) return 'one of'
  return typeof schema.type === 'string' ? schema.type : 'anything'
}

function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const between = (low: number | undefined, high: number | undefined, unit: string): string[] =>
    low !== undefined && high !== undefined
      ? [`${low} to ${high}${unit}`]
      : high !== undefined
        ? [`at most ${high}${unit}`]
        : low !== undefined && low > 0
          ? [`at least ${low}${unit}`]
          : []
  return [
    ...between(minLength, maxLength, ' characters'),
    ...between(minimum, maximum, ''),
    ...between(minItems, maxItems, ' entries'),
  ]
}

/** Meaning, choices and limits of a value, as sentences. */
export function saysOf(given: Schema, walk: Walk): string {
  const { schema } = resolved(given, walk)
  const choices = schema.enum ? [schema.enum.map(shown).join(', ')] : []
  const fallback = schema.default === undefined ? [] : [`${shown(schema.default)} unless given`]
  const sentence = [...choices, ...limitsOf(schema), ...fallback].join('; ')
  return [sentence, schema.description ?? ''].filter((text) => text !== '').join('. ')
}

function fieldsOf(schema: Schema, walk: Walk, prefix: string): Row[] {
  if (walk.depth >= depthMost) return []
  const { schema: own, walk: inner } = resolved(schema, walk)
  const deeper = { ...inner, depth: walk.depth + 1 }
  if (own.anyOf ?? own.oneOf) return (own.anyOf ?? own.oneOf ?? []).flatMap((choice) => fieldsOf(choice, inner, prefix))
  if (own.type === 'array' && own.items) return fieldsOf(own.items, inner, `${prefix}[]`)
  const named = Object.entries(own.properties ?? {})
  return named.flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix.replace(/^\[\]$/, '')}${prefix === '[]' ? '' : '.'}${name}`
    const row: Row = {
      name: path,
      type: typeOf(field, deeper),
      required: own.required?.includes(name) ?? false,
      says: saysOf(field, deeper),
    }
    return [row, ...fieldsOf(field, deeper, path)]
  })
}

/** Rows of all fields of a body; none when it has no fields. A field that several choices have is told once. */
export function rowsOf(schema: Schema, document: OpenApi): Row[] {
  const rows = fieldsOf(schema, { document, seen: [], depth: 0 }, '')
  return [...new Map(rows.map((row) => [row.name, row])).values()]
}

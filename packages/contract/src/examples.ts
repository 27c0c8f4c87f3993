// Examples for the documents, made from the schemas, so that none can say what its schema does not.
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { exampleValues } from './example-values.ts'
import type { Json } from './openapi-schemas.ts'

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Once through JSON, as it would be written. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

function objectExample(properties: object): Json {
  const shown = Object.entries(properties).filter(([, schema]) => isSchema(schema))
  return Object.fromEntries(shown.map(([name, schema]) => [name, exampleOf(schema as TSchema, name)]))
}

function structureExample(schema: TSchema, name: string): Json {
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties) {
    return objectExample(schema.properties)
  }
  if ('items' in schema && isSchema(schema.items)) return [exampleOf(schema.items, name)]
  const [first] = 'anyOf' in schema ? listOf(schema.anyOf) : []
  if (isSchema(first)) return exampleOf(first, name)
  return scalarExample(schema)
}

function scalarExample(schema: TSchema): Json {
  switch ('type' in schema ? schema.type : undefined) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return 'minimum' in schema && typeof schema.minimum === 'number' ? schema.minimum : 1
    case 'null':
      return null
    default:
      return ''
  }
}

/** What the schema itself names: an example, a constant, the first of a set, a default. */
function namedBySchema(schema: TSchema): unknown {
  if ('examples' in schema) return listOf(schema.examples)[0]
  if ('const' in schema) return schema.const
  if ('enum' in schema) return listOf(schema.enum)[0]
  return 'default' in schema ? schema.default : undefined
}

/** A value that the schema takes, as a reader would like to see it; `name` is that of the field it is for. */
export function exampleOf(schema: TSchema, name = ''): Json {
  const known = Object.hasOwn(exampleValues, name) ? (exampleValues[name] ?? []) : []
  const fitting = known.find((value) => Value.Check(schema, value))
  // A field's own example says more than the table, the table more than the first word of a set.
  const own = 'examples' in schema ? namedBySchema(schema) : undefined
  const named = own ?? fitting ?? namedBySchema(schema)
  return named === undefined ? structureExample(schema, name) : plain(named)
}

// Values that a schema takes, and values that few schemas take.
import fc from 'fast-check'
import type { Json, Schema } from './document.ts'

/** Long enough to find what breaks, short enough to send thousands. */
const charsMost = 300

const length = ({ minLength = 0, maxLength = charsMost }: Schema) => ({
  minLength,
  maxLength: Math.max(minLength, Math.min(maxLength, charsMost)),
})

function texts(schema: Schema): fc.Arbitrary<string> {
  const { minLength, maxLength } = length(schema)
  const fits = ({ length: chars }: string): boolean => chars >= minLength && chars <= maxLength
  if (schema.format === 'email') return fc.emailAddress().filter(fits)
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u')).filter(fits)
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: 'grapheme' }),
    fc.constant('x'.repeat(maxLength)),
  )
}

function wholeNumbers({ minimum = -(2 ** 53), maximum = 2 ** 53 }: Schema): fc.Arbitrary<number> {
  const bounds = { min: Math.max(minimum, Number.MIN_SAFE_INTEGER), max: Math.min(maximum, Number.MAX_SAFE_INTEGER) }
  return fc.oneof(fc.integer({ min: bounds.min, max: bounds.max }), fc.constantFrom(bounds.min, bounds.max))
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<Json> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]))
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

function lists({ items = {}, minItems = 0, maxItems = 6, uniqueItems }: Schema): fc.Arbitrary<readonly Json[]> {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 6)) }
  return uniqueItems ? fc.uniqueArray(valuesOf(items), bounds) : fc.array(valuesOf(items), bounds)
}

function ofType(schema: Schema): fc.Arbitrary<Json> {
  switch (schema.type) {
    case 'string':
      return texts(schema)
    case 'integer':
    case 'number':
      return wholeNumbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return lists(schema)
    case 'object':
      return objects(schema)
    default:
      return anything
  }
}

const known = new WeakMap<Schema, fc.Arbitrary<Json>>()

/** Values that the schema takes; its own examples among them. */
export function valuesOf(schema: Schema): fc.Arbitrary<Json> {
  const made = known.get(schema)
  if (made) return made
  const arbitrary = withExamples(schema)
  known.set(schema, arbitrary)
  return arbitrary
}

function withExamples(schema: Schema): fc.Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  return schema.examples ? fc.oneof(ofType(schema), fc.constantFrom(...schema.examples)) : ofType(schema)
}

const deep = (levels: number): Json => (levels === 0 ? [] : [deep(levels - 1)])

/** JSON of any kind, with what programs tend to stumble over. */
export const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom<Json>(
    null,
    true,
    -1,
    0.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202eabc',
    '../../etc/passwd',
    "' OR 1=1 --",
    '%00',
    '%',
    'x'.repeat(9000),
    [],
    {},
    deep(60),
    { __proto__: null, constructor: { prototype: {} } },
  ),
)

const property = fc.record({
  type: fc.constant('property'),
  params: fc.record({
    name: fc.constantFrom('name', 'tags', 'info.id', 'online', 'last_seen', 'created_at', 'nothing', '__proto__'),
    operator: fc.constantFrom('contains', 'eq', 'ne', 'bool', 'gt', 'lt', 'like'),
    value: fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constantFrom('%', '2026-01-01T00:00:00Z'), anything),
  }),
})
const operator = fc.constantFrom('and', 'or', 'xor').map((name) => ({ type: 'operator', params: { name } }))
const item: fc.Arbitrary<unknown> = fc.oneof({ weight: 3, arbitrary: property }, operator, anything)
const toBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** List filters, as their description says them. */
export const filters: fc.Arbitrary<string> = fc.oneof(
  fc.array(property, { maxLength: 3 }).map(toBase64),
  fc.array(fc.oneof(item, fc.array(item, { maxLength: 3 })), { maxLength: 6 }).map(toBase64),
  fc.string(),
)

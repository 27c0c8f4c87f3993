// Input against the contract's schemas. Text from the address line is converted to the declared type; a body must have it already.
import type { TSchema } from 'typebox'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { Failure } from '@sshore/contract'

export type Part = 'params' | 'query' | 'body'

// All errors, so that a form can mark every field at once; sizes are bounded by the limit on the body and on the address line.
const common: Options = { allErrors: true, strict: true, allowUnionTypes: true }

function compilerOf(options: Options): Ajv {
  const ajv = new Ajv({ ...common, ...options })
  formats.default(ajv, ['email', 'date-time'])
  return ajv
}

const ofAddress = compilerOf({ coerceTypes: true, useDefaults: true })
const ofBody = compilerOf({})

/**
 * Makes a function that returns the names of wrong fields, none when the value is fine. The schema is compiled at the first call,
 * once for the process (Ajv keeps what it compiled by schema): a server that starts does not wait for hundreds of them.
 */
export const checkOf =
  (part: Part, schema: TSchema) =>
  (value: unknown): string[] => {
    const validate = (part === 'body' ? ofBody : ofAddress).compile(schema)
    return validate(value) ? [] : fieldsOf(validate.errors ?? [], part)
  }

type SchemaErrors = NonNullable<ValidateFunction['errors']>

/** `/settings/session_record` → `settings.session_record`; positions in arrays are dropped, the array is what has a name. */
function nameOf({ keyword, instancePath, params }: SchemaErrors[number]): string {
  const missing = keyword === 'required' ? [String(params['missingProperty'])] : []
  const steps = instancePath.split('/').slice(1)
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return [...names, ...missing].filter((step) => !/^\d+$/.test(step)).join('.')
}

/** In the order found; the part itself when it is no object at all. */
const fieldsOf = (errors: SchemaErrors, part: Part): string[] => [
  ...new Set(errors.map((error) => nameOf(error) || part)),
]

/**
 * Names of top-level fields with a NUL somewhere in them. No text of ours has a use for it, and where texts end at the first one
 * (C libraries, PostgreSQL) two readers would see two values.
 */
export function fieldsWithNul(value: unknown, part: Part): string[] {
  const found = new Set<string>()
  // Not by recursion: a body may be nested as deep as its size allows.
  const pending: { field: string; value: unknown }[] = [{ field: part, value }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { field, value: current } = next
    if (typeof current === 'string' && current.includes('\0')) found.add(field)
    if (typeof current !== 'object' || current === null) continue
    for (const [name, inner] of Object.entries(current)) {
      pending.push({ field: field === part && !Array.isArray(current) ? name : field, value: inner })
    }
  }
  return [...found]
}

/** Fails with `invalid_input` and the names of the fields. */
export function refuse(fields: readonly string[]): void {
  if (fields.length > 0) throw new Failure('invalid_input', { fields: [...new Set(fields)] })
}

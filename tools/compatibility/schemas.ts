// What of a schema may not change under a client: in a request all that was taken is still taken, in a reply all that was
// promised is still there.
import { type Fields, fieldsOf, itemsOf, type Json, resolved } from './resolve.ts'

export type Direction = 'request' | 'reply'

/** A document each, and which way the data goes. */
export interface Comparison {
  readonly before: Fields
  readonly after: Fields
  readonly direction: Direction
}

const shown = (value: Json | undefined): string => JSON.stringify(value) ?? 'nothing'
const numberIn = (schema: Fields, keyword: string): number | undefined => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : undefined
}

const typesOf = (schema: Fields): readonly string[] =>
  [schema['type'] ?? []].flat().filter((type): type is string => typeof type === 'string')

/** The values that a schema lists, if it lists them. */
const wordsOf = (schema: Fields): readonly Json[] | undefined => {
  if ('const' in schema) return [schema['const'] ?? null]
  return 'enum' in schema ? itemsOf(schema['enum']) : undefined
}

const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']

/** Of a request: bounds that moved inwards, and rules that were not there. */
function narrowed(before: Fields, after: Fields): string[] {
  const found: string[] = []
  for (const keyword of lowerBounds) {
    const [was, is] = [numberIn(before, keyword), numberIn(after, keyword)]
    if (is !== undefined && is > (was ?? Number.NEGATIVE_INFINITY)) found.push(`${keyword} ${shown(was)} → ${is}`)
  }
  for (const keyword of upperBounds) {
    const [was, is] = [numberIn(before, keyword), numberIn(after, keyword)]
    if (is !== undefined && is < (was ?? Number.POSITIVE_INFINITY)) found.push(`${keyword} ${shown(was)} → ${is}`)
  }
  for (const keyword of ['pattern', 'format', 'multipleOf']) {
    const [was, is] = [before[keyword], after[keyword]]
    if (is !== undefined && is !== was) found.push(`${keyword} ${shown(was)} → ${shown(is)}`)
  }
  if (after['uniqueItems'] === true && before['uniqueItems'] !== true) found.push('items have to be unique')
  if (after['additionalProperties'] === false && before['additionalProperties'] !== false) {
    found.push('further fields are refused')
  }
  return found
}

function typeChanges(before: Fields, after: Fields, direction: Direction): string[] {
  const [was, is] = [typesOf(before), typesOf(after)]
  if (was.join() === is.join()) return []
  const [wider, narrower] = direction === 'request' ? [is, was] : [was, is]
  // Every whole number is a number; a schema without a type takes, or promises, anything.
  const holds = (type: string): boolean => wider.includes(type) || (type === 'integer' && wider.includes('number'))
  if (wider.length === 0 || (narrower.length > 0 && narrower.every(holds))) return []
  return [`type ${was.join(' or ') || 'any'} → ${is.join(' or ') || 'any'}`]
}

/** A word that goes is missed by whoever sends it or waits for it; a word that comes has to be expected in a reply. */
function wordChanges(before: Fields, after: Fields, direction: Direction): string[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  if (!was && is) return direction === 'request' ? [`only ${is.map(shown).join(', ')}`] : []
  if (was && !is) return direction === 'reply' ? ['words → any'] : []
  const left = new Set((is ?? []).map(shown))
  return (was ?? []).filter((word) => !left.has(shown(word))).map((word) => `without the word ${shown(word)}`)
}

/** Every alternative of the one has to be met by one of the other. */
function alternativeChanges(comparison: Comparison, before: Fields, after: Fields): string[] {
  const { direction } = comparison
  const alternatives = (schema: Fields): readonly Json[] => ('anyOf' in schema ? itemsOf(schema['anyOf']) : [schema])
  const [was, is] = [alternatives(before), alternatives(after)]
  const meets = (one: Json, other: Json): boolean => schemaChanges(comparison, one, other, '').length === 0
  if (direction === 'request') {
    const lost = was.filter((one) => !is.some((other) => meets(one, other)))
    return lost.length === 0 ? [] : [`${lost.length} of ${was.length} alternatives changed or gone`]
  }
  const unexpected = is.filter((other) => !was.some((one) => meets(one, other)))
  return unexpected.length === 0 ? [] : [`${unexpected.length} of ${is.length} alternatives new or changed`]
}

const namesIn = (value: Json | undefined): ReadonlySet<string> =>
  new Set(itemsOf(value).filter((name): name is string => typeof name === 'string'))

function propertyChanges(comparison: Comparison, before: Fields, after: Fields, at: string): string[] {
  const [was, is] = [fieldsOf(before['properties']), fieldsOf(after['properties'])]
  const [neededBefore, neededAfter] = [namesIn(before['required']), namesIn(after['required'])]
  const pathTo = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const found = Object.entries(was).flatMap(([name, schema]) =>
    name in is ? schemaChanges(comparison, schema, is[name], pathTo(name)) : [`${pathTo(name)} is gone`],
  )
  if (comparison.direction === 'request') {
    const needed = [...neededAfter].filter((name) => !neededBefore.has(name))
    return [...found, ...needed.map((name) => `${pathTo(name)} is required`)]
  }
  const loose = [...neededBefore].filter((name) => name in is && !neededAfter.has(name))
  return [...found, ...loose.map((name) => `${pathTo(name)} may be missing`)]
}

/** A phrase for each change that breaks a client; `at` is the field, with `[]` for items. */
export function schemaChanges(
  comparison: Comparison,
  one: Json | undefined,
  other: Json | undefined,
  at: string,
): string[] {
  const { direction } = comparison
  const before = resolved(comparison.before, one)
  const after = resolved(comparison.after, other)
  const told = (phrases: readonly string[]): string[] =>
    phrases.map((phrase) => (at === '' ? phrase : `${at}: ${phrase}`))
  if ('anyOf' in before || 'anyOf' in after) return told(alternativeChanges(comparison, before, after))
  const types = typeChanges(before, after, direction)
  if (types.length > 0) return told(types)
  const items = 'items' in before ? schemaChanges(comparison, before['items'], after['items'] ?? {}, `${at}[]`) : []
  return [
    ...told(wordChanges(before, after, direction)),
    ...told(direction === 'request' ? narrowed(before, after) : []),
    ...propertyChanges(comparison, before, after, at),
    ...items,
  ]
}

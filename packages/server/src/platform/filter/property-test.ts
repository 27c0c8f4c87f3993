// One property of a filter: which operators and values its kind allows, and what they come to.
import { limits, type PropertyKind, type PropertyOperator, propertyOperators } from '@sshore/contract'
import { refuseFilter } from './refuse.ts'

export type Test =
  /** The text holds the fragment, whatever the case of its letters; of a list, one of its texts does. */
  | { readonly operator: 'contains'; readonly fragments: readonly string[] }
  /** A list holds all of these. */
  | { readonly operator: 'includes'; readonly values: readonly string[] }
  | { readonly operator: 'eq' | 'ne'; readonly value: string | number }
  | { readonly operator: 'gt' | 'lt'; readonly value: number }
  | { readonly operator: 'is'; readonly value: boolean }

const operatorsOf: Readonly<Record<PropertyKind, readonly PropertyOperator[]>> = {
  text: ['contains', 'eq', 'ne'],
  texts: ['contains', 'eq', 'ne'],
  number: ['eq', 'ne', 'gt', 'lt'],
  time: ['eq', 'ne', 'gt', 'lt'],
  boolean: ['bool', 'eq', 'ne'],
}

const { valueChars, items } = limits.listFilter

function textOf(name: string, value: unknown): string {
  const fits = typeof value === 'string' && value.length <= valueChars && !value.includes('\0')
  return fits ? value : refuseFilter(`the value for ${name} is a text of at most ${valueChars} characters`)
}

/** The words that existing clients send for a boolean. */
const booleans: Readonly<Record<string, boolean>> = {
  ...{ true: true, True: true, TRUE: true, t: true, T: true, '1': true },
  ...{ false: false, False: false, FALSE: false, f: false, F: false, '0': false },
}

function booleanOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' && Object.hasOwn(booleans, value) ? booleans[value] : undefined
  return word ?? refuseFilter(`the value for ${name} is true or false`)
}

/** What every engine takes for an integer column. */
const integerMost = 2 ** 31 - 1

function integerOf(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  const fits = typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= integerMost
  return fits ? number : refuseFilter(`the value for ${name} is a whole number`)
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/
/** The end of the year 9999. */
const secondsMost = 253_402_300_799

/** Unix milliseconds. */
function momentOf(name: string, value: unknown): number {
  if (typeof value === 'string' && rfc3339.test(value)) {
    const milliseconds = Date.parse(value)
    if (!Number.isNaN(milliseconds)) return milliseconds
  }
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  const fits = typeof seconds === 'number' && seconds >= 0 && seconds <= secondsMost
  return fits
    ? Math.round(seconds * 1000)
    : refuseFilter(`the value for ${name} is a time in RFC 3339, or Unix seconds`)
}

function textTest(name: string, kind: 'text' | 'texts', operator: PropertyOperator, value: unknown): Test {
  if (operator !== 'contains') return { operator: operator === 'ne' ? 'ne' : 'eq', value: textOf(name, value) }
  if (!Array.isArray(value)) return { operator, fragments: [textOf(name, value)] }
  if (value.length > items) return refuseFilter(`more than ${items} values for ${name}`)
  const texts = value.map((text: unknown) => textOf(name, text))
  return kind === 'texts' ? { operator: 'includes', values: texts } : { operator, fragments: texts }
}

function numberTest(operator: PropertyOperator, value: number): Test {
  if (operator === 'gt' || operator === 'lt') return { operator, value }
  return { operator: operator === 'ne' ? 'ne' : 'eq', value }
}

/** Reads operator and value of a property. Fails with `invalid_input` and a sentence. */
export function readTest(name: string, kind: PropertyKind, params: Readonly<Record<string, unknown>>): Test {
  const operator = propertyOperators.find((known) => known === params['operator'])
  if (!operator || !operatorsOf[kind].includes(operator)) {
    return refuseFilter(`the operators for ${name} are ${operatorsOf[kind].join(', ')}`)
  }
  const { value } = params
  switch (kind) {
    case 'text':
    case 'texts':
      return textTest(name, kind, operator, value)
    case 'boolean':
      return { operator: 'is', value: booleanOf(name, value) !== (operator === 'ne') }
    case 'number':
      return numberTest(operator, integerOf(name, value))
    case 'time':
      return numberTest(operator, momentOf(name, value))
  }
}

// An input that works, with one field after the other replaced by what it cannot be, or what programs stumble over.
import type { Sample } from './test-samples.ts'

const missing = Symbol('missing')
export const deep: unknown = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)

/** What a field may be replaced by; most of them are of a wrong type for any field. */
const replacements: readonly (readonly [name: string, value: unknown])[] = [
  ['missing', missing],
  ['null', null],
  ['a number', 12.5],
  ['a negative number', -1],
  ['a huge number', 1e308],
  ['a number past the whole ones', 2 ** 53],
  ['a boolean', true],
  ['an empty text', ''],
  ['a blank', ' '],
  ['no number', 'NaN'],
  ['a number in another notation', '0x10'],
  ['a text of 20,000 characters', 'x'.repeat(20_000)],
  ['control characters', '\u0000\u001b[2J\r\n\u009b'],
  ['a NUL in a text', 'ab\u0000cd'],
  ['half a surrogate pair', '\ud800'],
  ['text that turns around', '\u202eelgoog\u2066'],
  ['characters of no width', 'ab\u200b\ufeffcd'],
  ['marks upon marks', `a${'\u0301'.repeat(40)}`],
  ['letters that look like others', '\u0430\u0440\u0440\u04cf\u0435'],
  ['a family in one character', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a path', '../../../etc/passwd'],
  ['a quote', "' OR ''='"],
  ['an empty array', []],
  ['an array of arrays', deep],
  ['an array of 5,000', Array.from({ length: 5000 }, (_, index) => index)],
  ['an empty object', {}],
  ['an object with a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
]

type Path = readonly string[]
type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths of the fields of an object, those inside its objects too. */
const fieldsOf = (value: Fields, prefix: Path = []): Path[] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const path = [...prefix, name]
    return isObject(inner) ? [path, ...fieldsOf(inner, path)] : [path]
  })

function replaced(value: Fields, [name = '', ...rest]: Path, by: unknown): Fields {
  const inner = value[name]
  if (rest.length > 0) return { ...value, [name]: isObject(inner) ? replaced(inner, rest, by) : by }
  if (by !== missing) return { ...value, [name]: by }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

export interface WrongInput {
  readonly title: string
  /** With dots for those inside others. */
  readonly field: string
  readonly sample: Sample
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export function wrongInputs(sample: Sample): WrongInput[] {
  const { body = {} } = sample
  return replacements.flatMap(([name, value]) => {
    const inBody = fieldsOf(body).map((path): WrongInput => {
      const field = path.join('.')
      return { title: `${name} as ${field}`, field, sample: { ...sample, body: replaced(body, path, value) } }
    })
    if (value === missing) return inBody
    const outside = (['params', 'query'] as const).flatMap((part) =>
      Object.keys(sample[part] ?? {}).map((field): WrongInput => {
        const title = `${name} as ${field}`
        return { title, field, sample: { ...sample, [part]: { ...sample[part], [field]: text(value) } } }
      }),
    )
    return [...inBody, ...outside]
  })
}

/** A failure may name the field, one inside it, the object that it is part of, or what has to come with it. */
export const isAbout = (field: string, names: readonly string[]): boolean =>
  names.some((name) => name === field || name.startsWith(`${field}.`) || field.startsWith(`${name}.`)) ||
  (field === 'password' && names.includes('current_password'))

// Small schema builders shared by the entities and the endpoints.
import { type TSchema, type TUnsafe, Type } from 'typebox'
import { asciiToBase64 } from './filter-grammar.ts'
import { listFilter, page } from './limits.ts'

/** Go's zero time, which existing clients read as "never" (decisions: unset times). */
export const zeroTime = '0001-01-01T00:00:00Z'

export const Time = Type.String({
  format: 'date-time',
  description: 'RFC 3339, UTC; the zero time stands for "never"',
  examples: ['2026-06-01T10:00:00.000Z'],
})

/** A closed set of words. */
export const OneOf = <const Words extends readonly string[]>(
  words: Words,
  description: string,
): TUnsafe<Words[number]> => Type.Unsafe<Words[number]>(Type.String({ enum: [...words], description }))

export const Paging = {
  page: Type.Optional(Type.Integer({ default: page.first, description: 'From 1; out of range is clamped' })),
  per_page: Type.Optional(
    Type.Integer({ default: page.perPageDefault, description: '1 to 100; out of range is clamped' }),
  ),
}

/** A filter by a property of the list, or by its name where it has one. */
function filterExample(properties: Readonly<Record<string, string>>): string {
  const text = Object.keys(properties).find((name) => properties[name] === 'text')
  const name = 'name' in properties ? 'name' : text
  return JSON.stringify([{ type: 'property', params: { name, operator: 'contains', value: 'pi' } }])
}

/** The list filter; which properties it may name is said by the list. */
export function Filter(properties: Readonly<Record<string, string>>) {
  const example = filterExample(properties)
  return Type.Optional(
    Type.String({
      maxLength: listFilter.chars,
      description:
        `Base64 of a JSON list of properties and operators, for example \`${example}\`. ` +
        `Properties: ${Object.keys(properties).join(', ')}. Operators: contains, eq, ne, bool, gt, lt; and, or.`,
      examples: [asciiToBase64(example)],
    }),
  )
}

/** The first column is the default unless another is named. */
export const SortBy = <const Columns extends readonly string[]>(columns: Columns, standard = columns[0] ?? '') =>
  Type.Optional(OneOf(columns, `Field to sort by; ${standard} unless given`))

export const OrderBy = Type.Optional(OneOf(['asc', 'desc'], 'Direction of the sort'))

/** A list answers with a bare array; the total is in a header. */
export const TotalCount = Type.Object({ 'X-Total-Count': Type.String({ description: 'Items in all pages together' }) })

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const Facts = Nullable(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'What the change touched, without secrets; null where there is nothing to compare with',
    examples: [{ name: 'lab-pi' }],
  }),
)

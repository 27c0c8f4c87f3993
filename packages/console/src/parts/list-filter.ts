// List filters as the server takes them: base64 of a JSON list. What is listed side by side has to hold together.
import { type FilterItem, type FilterProperty, type FilterValue, limits, type PropertyOperator } from '@sshore/contract'

export const condition = (name: string, operator: PropertyOperator, value: FilterValue): FilterProperty => ({
  type: 'property',
  params: { name, operator, value },
})

/** One list inside the list: any of the conditions holds. */
export const anyOf = (conditions: readonly FilterProperty[]): FilterItem => [
  ...conditions,
  { type: 'operator', params: { name: 'or' } },
]

/** That something was in a day or after it, by the calendar of the browser. */
export const sinceDay = (name: string, day: string): FilterProperty =>
  condition(name, 'gt', new Date(new Date(`${day}T00:00`).getTime() - 1).toISOString())

/** That something was in a day or before it. */
export function untilDay(name: string, day: string): FilterProperty {
  const next = new Date(`${day}T00:00`)
  next.setDate(next.getDate() + 1)
  return condition(name, 'lt', next.toISOString())
}

/** What is typed into a search: each of its words has to be in one of the properties. */
export interface Searched {
  readonly text: string | undefined
  readonly within: readonly string[]
}

/** Nothing that is looked for is longer; of a longer word, its beginning is. */
const wordCharsMost = limits.tag.max

function wordsOf(text = ''): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return [...new Set(words.map((word) => word.slice(0, wordCharsMost)))]
}

const countOf = (items: readonly FilterItem[]): number =>
  items.reduce((sum, item) => sum + 1 + ('type' in item ? 0 : countOf(item)), 0)

function encode(items: readonly FilterItem[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(items))
  return btoa(String.fromCodePoint(...bytes))
}

const fits = (items: readonly FilterItem[]): boolean =>
  countOf(items) <= limits.listFilter.items && encode(items).length <= limits.listFilter.chars

/** Undefined for no conditions at all. Words of the search that the filter has no room for are left out, the last ones first. */
export function filterText(
  items: readonly (FilterItem | undefined | false)[],
  { text, within }: Searched = { text: undefined, within: [] },
): string | undefined {
  const given = items.filter((item) => item !== undefined && item !== false)
  for (const [index, word] of wordsOf(text).entries()) {
    const next = anyOf(within.map((name) => condition(name, 'contains', word)))
    if (index > 0 && !fits([...given, next])) break
    given.push(next)
  }
  return given.length === 0 ? undefined : encode(given)
}

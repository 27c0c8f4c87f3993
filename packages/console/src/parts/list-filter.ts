// List filters as the server takes them: base64 of a JSON list. What is listed side by side has to hold together.
import type { FilterItem, FilterProperty, FilterValue, PropertyOperator } from '@sshore/contract'

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

/** Undefined for no conditions at all. */
export function filterText(items: readonly (FilterItem | undefined | false)[]): string | undefined {
  const given = items.filter((item) => item !== undefined && item !== false)
  if (given.length === 0) return undefined
  const bytes = new TextEncoder().encode(JSON.stringify(given))
  return btoa(String.fromCodePoint(...bytes))
}

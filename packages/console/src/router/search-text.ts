// Search parameters are plain texts: a code of digits stays what it is, and addresses can be read and typed.
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export type Search = Readonly<Record<string, unknown>>

export const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}

export const oneOfIn = <Word extends string>(search: Search, name: string, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === textIn(search, name))

/** A day as 2026-03-01. */
export function dayIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name) ?? ''
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** A page of a list, from 1; undefined for the first. */
export function pageIn(search: Search): number | undefined {
  const page = Number(textIn(search, 'page'))
  return Number.isInteger(page) && page > 1 ? page : undefined
}

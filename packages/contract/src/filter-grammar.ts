// The list filter (specification section 5): base64 of a JSON list of items, each a property or a logical operator.
//
// Items are read from left to right. An operator joins the properties before it, back to the operator before that one; what is
// joined, and properties that no operator follows, all have to hold. A list in place of an item is a filter of its own, read by
// the same rules, and counts as one property.

export const propertyOperators = ['contains', 'eq', 'ne', 'bool', 'gt', 'lt'] as const
export type PropertyOperator = (typeof propertyOperators)[number]

export const logicalOperators = ['and', 'or'] as const
export type LogicalOperator = (typeof logicalOperators)[number]

export interface FilterProperty {
  readonly type: 'property'
  readonly params: { readonly name: string; readonly operator: PropertyOperator; readonly value: FilterValue }
}
export type FilterValue = string | number | boolean | readonly string[]

export interface FilterOperator {
  readonly type: 'operator'
  readonly params: { readonly name: LogicalOperator }
}

export type FilterItem = FilterProperty | FilterOperator | readonly FilterItem[]

/** The base64 alphabets differ in two characters; either is understood, with and without padding. */
const fromUrlSafe = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Standard base64 with padding, whichever way it was written; undefined for what is none. */
export function paddedBase64(text: string): string | undefined {
  // A plus sign that nobody escaped arrives as a space.
  const standard = fromUrlSafe(text).replaceAll(' ', '+')
  if (!base64.test(standard)) return undefined
  const bare = standard.replace(/=+$/, '')
  return bare.length % 4 === 1 ? undefined : bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Standard base64 of text without any letters beyond ASCII (RFC 4648 section 4). */
export function asciiToBase64(text: string): string {
  const bits = Array.from(text, (char) => char.charCodeAt(0).toString(2).padStart(8, '0')).join('')
  const digits = Array.from(bits.matchAll(/.{1,6}/g), ([six]) => base64Digits[Number.parseInt(six.padEnd(6, '0'), 2)])
  return digits.join('').padEnd(Math.ceil(text.length / 3) * 4, '=')
}

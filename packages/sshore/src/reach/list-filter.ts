// The list filter of the API, as this command line asks with it.
import type { FilterProperty } from '@sshore/contract'

export const property = (
  name: string,
  operator: FilterProperty['params']['operator'],
  value: string | boolean,
): FilterProperty => ({ type: 'property', params: { name, operator, value } })

/** All of the properties have to hold. */
export const encodeFilter = (properties: readonly FilterProperty[]): string =>
  Buffer.from(JSON.stringify(properties)).toString('base64')

import type { FilterItem } from '@sshore/contract'

/** A list filter as a client sends it. */
export const encodeFilter = (items: readonly FilterItem[]): string =>
  Buffer.from(JSON.stringify(items)).toString('base64')

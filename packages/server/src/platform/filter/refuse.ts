import { Failure } from '@sshore/contract'

/** Fails with a sentence that says which part of the filter is wrong. */
export function refuseFilter(why: string): never {
  throw new Failure('invalid_input', { fields: ['filter'], message: `filter: ${why}.` })
}

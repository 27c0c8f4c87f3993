// Things that people name by the beginning of a UUID.
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const beginning = /^[0-9a-f][0-9a-f-]{3,35}$/

/** Those whose identifier begins so; at least 4 digits. */
export function begunBy<Item extends { readonly id: string }>(all: readonly Item[], given: string): Item[] {
  const digits = given.toLowerCase()
  return beginning.test(digits) ? all.filter(({ id }) => id.startsWith(digits)) : []
}

/** The only one; fails with exit code 3 for none and 2 for several. */
export function theOne<Item extends { readonly id: string }>(
  what: string,
  found: readonly Item[],
  given: string,
): Item {
  const [one, another] = found
  if (one && !another) return one
  if (!one) throw new CommandFailure(exitCodes.notFound, `${what}_not_found`, `There is no ${what} ${given} here.`)
  const message = `Several could be meant by ${given}: ${found.map(({ id }) => id).join(', ')}. Give more of the identifier.`
  throw new CommandFailure(exitCodes.usage, 'ambiguous_name', message)
}

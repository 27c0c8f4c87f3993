// Things that people name by the beginning of an identifier.
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const beginning = /^[0-9a-f][0-9a-f-]{3,35}$/

export interface Naming<Item> {
  /** UUID. */
  readonly idOf: (item: Item) => string
  /** Goes before the beginning of an identifier. */
  readonly isNamed?: (item: Item) => boolean
}

/**
 * The only one that is named so, or whose identifier begins so (at least 4 digits). `what` is the word for it. Fails with exit code 3
 * for none and 2 for several.
 */
export function theOne<Item>(
  what: string,
  all: readonly Item[],
  given: string,
  { idOf, isNamed = () => false }: Naming<Item>,
): Item {
  const digits = given.toLowerCase()
  const named = all.filter(isNamed)
  const begun = beginning.test(digits) ? all.filter((item) => idOf(item).startsWith(digits)) : []
  const found = named.length > 0 ? named : begun
  const [one, another] = found
  if (one && !another) return one
  if (!one) throw new CommandFailure(exitCodes.notFound, `${what}_not_found`, `There is no ${what} ${given} here.`)
  const message = `Several could be meant by ${given}: ${found.map(idOf).join(', ')}. Give more of the identifier.`
  throw new CommandFailure(exitCodes.usage, 'ambiguous_name', message)
}

/** The beginning of the uid of a session (at least 8 digits), as uids are written; fails with exit code 2 on what is none. */
export function sessionDigits(given: string): string {
  const digits = given.toLowerCase()
  if (/^[0-9a-f]{8,64}$/.test(digits)) return digits
  const message = `${JSON.stringify(given)} is no session: give its uid, or at least the first 8 digits of it.`
  throw new CommandFailure(exitCodes.usage, 'invalid_input', message)
}

// Reads a list filter: what came from outside, checked against what the list allows, becomes a condition without surprises.
import { limits, type LogicalOperator, logicalOperators, paddedBase64, type Properties } from '@sshore/contract'
import { readTest, type Test } from './property-test.ts'
import { refuseFilter } from './refuse.ts'

export type Condition<Name extends string> =
  | { readonly kind: LogicalOperator; readonly of: readonly Condition<Name>[] }
  | { readonly kind: 'property'; readonly name: Name; readonly test: Test }

function decode(text: string): unknown {
  const encoded = text.length > limits.listFilter.chars ? undefined : paddedBase64(text)
  if (encoded === undefined) return refuseFilter(`not base64 of at most ${limits.listFilter.chars} characters`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64')))
  } catch {
    return refuseFilter('the base64 holds no JSON')
  }
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const joinedBy = <Name extends string>(kind: LogicalOperator, of: readonly Condition<Name>[]): Condition<Name> =>
  of.length === 1 && of[0] ? of[0] : { kind, of }

class Reader<Name extends string> {
  readonly #properties: Readonly<Record<Name, Properties[string]>>
  #items = 0

  constructor(properties: Readonly<Record<Name, Properties[string]>>) {
    this.#properties = properties
  }

  /** An operator joins the properties since the one before it; all stages and what is left over have to hold. */
  list(value: unknown, depth: number): Condition<Name> {
    if (!Array.isArray(value)) return refuseFilter('not a list of items')
    if (depth > limits.listFilter.depth) {
      return refuseFilter(`lists inside lists go ${limits.listFilter.depth} deep at most`)
    }
    const stages: Condition<Name>[] = []
    let pending: Condition<Name>[] = []
    for (const item of value as readonly unknown[]) {
      const read = this.#item(item, depth)
      if (typeof read !== 'string') {
        pending.push(read)
        continue
      }
      if (pending.length === 0) return refuseFilter(`the operator ${read} has no properties before it`)
      stages.push(joinedBy(read, pending))
      pending = []
    }
    return joinedBy('and', [...stages, ...pending])
  }

  #item(item: unknown, depth: number): Condition<Name> | LogicalOperator {
    this.#items += 1
    if (this.#items > limits.listFilter.items) return refuseFilter(`more than ${limits.listFilter.items} items`)
    if (Array.isArray(item)) return this.list(item, depth + 1)
    if (!isObject(item)) return refuseFilter('an item is neither an object nor a list')
    // Spelled either way in documents of existing clients.
    const params = item['params'] ?? item['param']
    if (!isObject(params)) return refuseFilter('an item has no params')
    if (item['type'] === 'property') return this.#property(params)
    if (item['type'] !== 'operator') return refuseFilter('the type of an item is property or operator')
    const operator = logicalOperators.find((known) => known === params['name'])
    return operator ?? refuseFilter('an operator is and, or or')
  }

  #property(params: Fields): Condition<Name> {
    const { name } = params
    if (typeof name !== 'string' || !this.#isKnown(name)) {
      return refuseFilter(`this list can be filtered by ${Object.keys(this.#properties).join(', ')}`)
    }
    return { kind: 'property', name, test: readTest(name, this.#properties[name], params) }
  }

  #isKnown(name: string): name is Name {
    return Object.hasOwn(this.#properties, name)
  }
}

/**
 * Makes the reader of a list's filters. It takes the query's text; absent and empty hold for everything. Fails with `invalid_input`.
 */
export function filterReader<const Name extends string>(properties: Readonly<Record<Name, Properties[string]>>) {
  return (text: string | undefined): Condition<Name> => {
    if (text === undefined || text === '') return { kind: 'and', of: [] }
    return new Reader(properties).list(decode(text), 1)
  }
}

/** Whether a condition asks for nothing. */
export const isEmpty = (condition: Condition<string>): boolean =>
  condition.kind !== 'property' && condition.of.length === 0

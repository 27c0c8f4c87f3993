// Reading the tree that the library makes of XML: every element is an object of lists, attributes under `$`, text under `_`.

type Element = Readonly<Record<string, unknown>>

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null

/** Children of one name; none for what is no element. */
export function childrenOf(element: unknown, name: string): unknown[] {
  const found: unknown = isElement(element) && Object.hasOwn(element, name) ? element[name] : undefined
  return Array.isArray(found) ? found : []
}

export function textOf(element: unknown): string {
  const text: unknown = isElement(element) ? element['_'] : element
  return typeof text === 'string' ? text.trim() : ''
}

/** Empty for one that is not there. */
export function attributeOf(element: unknown, name: string): string {
  const attributes: unknown = isElement(element) ? element['$'] : undefined
  const value: unknown = isElement(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return typeof value === 'string' ? value : ''
}

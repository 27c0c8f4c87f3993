// Bodies as Stripe takes them: forms, with brackets for what is nested.

export type Form = string | readonly Form[] | { readonly [name: string]: Form }
type Tree = Map<string, Tree | string>

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) return void tree.set(name, value)
  const known = tree.get(name)
  const inner: Tree = known instanceof Map ? known : new Map()
  tree.set(name, inner)
  put(inner, rest, value)
}

function plain(tree: Tree | string): Form {
  if (typeof tree === 'string') return tree
  const entries = [...tree].map(([name, value]): [string, Form] => [name, plain(value)])
  return entries.every(([name], index) => name === String(index)) && entries.length > 0
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries)
}

/** `items[0][price]=p` → `{ items: [{ price: 'p' }] }` */
export function parseForm(text: string): { readonly [name: string]: Form } {
  const tree: Tree = new Map()
  for (const [key, value] of new URLSearchParams(text)) put(tree, key.split(/\]?\[|\]/).filter(Boolean), value)
  return Object.fromEntries([...tree].map(([name, value]) => [name, plain(value)]))
}

/** What is at a path; empty when there is no text there. */
export function textAt(form: Form | undefined, ...path: readonly (string | number)[]): string {
  let at: Form | undefined = form
  for (const step of path) {
    if (at === undefined || typeof at === 'string') return ''
    at = Object.entries(at).find(([name]) => name === String(step))?.[1]
  }
  return typeof at === 'string' ? at : ''
}

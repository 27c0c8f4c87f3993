// A browser calls the server and checks what it sends. What the contract says to people and to servers stays out of the console:
// it would be half of the contract's weight.
import type { Plugin } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const part = (node: Node, name: string): unknown => Reflect.get(node, name)
const nameOf = (node: unknown): unknown => (isNode(node) ? part(node, 'name') : undefined)

const forPeople = new Set(['summary', 'description', 'examples'])
/** Of an endpoint: who may call, and what comes back. */
const forServers = new Set(['access', 'errors', 'feature'])

const hasCall = (node: unknown): boolean => JSON.stringify(node).includes('"CallExpression"')
const isFunction = ({ type }: Node): boolean => type.includes('Function')

interface Change {
  readonly end: number
  readonly text: string
}

interface Edits {
  /** Places of what is left out. */
  readonly gone: Node[]
  /** Where a call begins that may be left out when nobody uses its result. */
  readonly pure: number[]
}

function collect(value: unknown, edits: Edits, around: 'endpoint' | 'success' | undefined): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, edits, around)
    return
  }
  if (!isNode(value)) return
  let inside = around
  if (value.type === 'Property') {
    const key = nameOf(part(value, 'key'))
    const content = part(value, 'value')
    const words = typeof key === 'string' && forPeople.has(key) && !hasCall(content)
    const unused = around === 'endpoint' && typeof key === 'string' && forServers.has(key)
    const reply = around === 'success' && key === 'body'
    if (words || unused || reply) {
      edits.gone.push(value)
      return
    }
    inside = around === 'endpoint' && key === 'success' ? 'success' : around === 'success' ? undefined : around
    if (around === 'endpoint' && key !== 'success') inside = undefined
  }
  if (value.type === 'CallExpression') {
    edits.pure.push(value.start)
    inside = nameOf(part(value, 'callee')) === 'endpoint' ? 'endpoint' : undefined
  }
  // What functions do when they are called is their business.
  if (isFunction(value)) return
  for (const each of Object.values(value)) collect(each, edits, inside)
}

export const contractForBrowsers = (): Plugin => ({
  name: 'contract-for-browsers',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/packages\/contract\/src\/.*\.ts$/.test(id)) return null
    const edits: Edits = { gone: [], pure: [] }
    const program: unknown = this.parse(code)
    collect(isNode(program) ? part(program, 'body') : [], edits, undefined)
    const isGone = (at: number): boolean => edits.gone.some(({ start, end }) => start <= at && at < end)
    const changes = new Map<number, Change>()
    for (const start of edits.pure) if (!isGone(start)) changes.set(start, { end: start, text: '/* @__PURE__ */ ' })
    for (const { start, end } of edits.gone) changes.set(start, { end, text: '' })
    let text = ''
    for (let at = 0; at < code.length;) {
      const change = changes.get(at)
      text += change?.text ?? ''
      const end = change?.end ?? at
      const comma = end > at ? (/^\s*,/.exec(code.slice(end, end + 80))?.[0].length ?? 0) : 0
      if (end === at) text += code.charAt(at)
      at = end > at ? end + comma : at + 1
    }
    return { code: text, map: null }
  },
})

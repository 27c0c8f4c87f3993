// A browser calls the server, checks what it sends, and reads what it is told. Of the contract it gets the outcome: schemas and
// endpoints as plain JSON, each where it is used, without the words for people, without the library that builds them.
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Table = Readonly<Record<string, unknown>>
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSchema = (value: unknown): value is Table => isTable(value) && '~kind' in value
const isEndpoint = (value: unknown): value is Table =>
  isTable(value) && typeof value['id'] === 'string' && typeof value['method'] === 'string' && isTable(value['success'])

const forPeople = new Set(['title', 'summary', 'description', 'examples'])
/** Keywords whose values are no schemas, and which may look like them. */
const verbatim = new Set(['const', 'enum', 'default', 'required'])

/** A JSON schema that finds the same values valid. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare)
  if (!isTable(schema)) return schema
  const kept = Object.entries(schema).filter(([keyword]) => !forPeople.has(keyword))
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (verbatim.has(keyword)) return [keyword, value]
      // Here the keys are names of properties and patterns, such as `description`.
      if (keyword.endsWith('roperties') && isTable(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bare(each)]))]
      }
      return [keyword, bare(value)]
    }),
  )
}

/** What a form or a request may look at; who may call and what comes back is the server's business. */
const bareEndpoint = ({ id, method, path, params, query, body }: Table): Table => ({
  id,
  method,
  path,
  params: bare(params),
  query: bare(query),
  body: bare(body),
})

/** What can be written down, as it is written; undefined for functions and what holds some. */
function literal(value: unknown): string | undefined {
  if (isEndpoint(value)) return JSON.stringify(bareEndpoint(value))
  if (isSchema(value)) return JSON.stringify(bare(value))
  if (!isTable(value)) return undefined
  const inside = Object.entries(value)
  if (inside.length === 0 || !inside.every(([, each]) => isSchema(each))) return undefined
  return JSON.stringify(Object.fromEntries(inside.map(([name, each]) => [name, bare(each)])))
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
const isNode = (value: unknown): value is Node => isTable(value) && typeof value['type'] === 'string'
const part = (node: unknown, name: string): unknown => (isNode(node) ? Reflect.get(node, name) : undefined)
const partsOf = (node: unknown, name: string): readonly Node[] => {
  const found = part(node, name)
  return Array.isArray(found) ? found.filter(isNode) : []
}
const isFunction = ({ type }: Node): boolean => type.includes('Function')

/** The calls that happen when the module is loaded. */
function callsIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(callsIn)
  if (!isNode(value) || isFunction(value)) return []
  return [...(value.type === 'CallExpression' ? [value] : []), ...Object.values(value).flatMap(callsIn)]
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Exported schemas and endpoints become their values; whatever else is called may be left out when nobody uses its result. */
function changesOf(program: unknown, values: Table): readonly Change[] {
  const declarations = partsOf(program, 'body').flatMap((statement) => {
    const declaration = part(statement, 'declaration')
    return partsOf(isNode(declaration) ? declaration : statement, 'declarations')
  })
  const replaced: Change[] = []
  for (const declaration of declarations) {
    const name = part(part(declaration, 'id'), 'name')
    const made = part(declaration, 'init')
    const text = typeof name === 'string' ? literal(values[name]) : undefined
    if (isNode(made) && text !== undefined) replaced.push({ start: made.start, end: made.end, text })
  }
  const isGone = ({ start }: Node): boolean => replaced.some((each) => each.start <= start && start < each.end)
  const pure = callsIn(part(program, 'body')).filter((call) => !isGone(call))
  return [...replaced, ...pure.map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' }))]
}

function changed(code: string, changes: readonly Change[]): string {
  const byStart = new Map(changes.map((change) => [change.start, change]))
  let text = ''
  for (let at = 0; at < code.length;) {
    const change = byStart.get(at)
    text += change?.text ?? ''
    const end = change?.end ?? at
    if (end === at) text += code.charAt(at)
    at = end > at ? end : at + 1
  }
  return text
}

/** The module as Node sees it; Node runs the sources as they are. */
async function valuesOf(path: string): Promise<Table> {
  const values: unknown = await import(pathToFileURL(path).href)
  return isTable(values) ? values : {}
}

/** Where the modules of single endpoints are said to be; each goes with the page that uses it. */
const endpoints = '\0contract/'

export function contractForBrowsers(): Plugin {
  let contract: Table = {}
  return {
    name: 'contract-for-browsers',
    apply: 'build',
    enforce: 'post',
    resolveId: (id) => (id.startsWith(endpoints) ? id : null),
    load(id) {
      if (!id.startsWith(endpoints)) return null
      const name = id.slice(endpoints.length)
      if (name !== '') return `export const ${name} = ${literal(contract[name]) ?? 'undefined'}`
      return Object.keys(contract)
        .map((each) => `export { ${each} } from ${JSON.stringify(endpoints + each)}`)
        .join('\n')
    },
    async transform(code, id) {
      const [path = ''] = id.split('?')
      if (path.endsWith('/packages/client/src/calls.ts')) {
        const { calls } = await valuesOf(path)
        return { code: `export const calls = ${JSON.stringify(calls)}`, map: null }
      }
      if (!/\/packages\/contract\/src\/.*\.ts$/.test(path)) return null
      const values = await valuesOf(path)
      if (path.endsWith('/contract.ts')) {
        contract = isTable(values['contract']) ? values['contract'] : {}
        const from = JSON.stringify(endpoints)
        const text = `import * as contract from ${from}\nexport { contract }\nexport const endpoints = /* @__PURE__ */ Object.values(contract)`
        return { code: text, map: null }
      }
      return { code: changed(code, changesOf(this.parse(code), values)), map: null }
    },
  }
}

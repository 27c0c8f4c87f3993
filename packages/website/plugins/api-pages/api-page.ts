// The body of one API page: headings, which the framework collects, and data, which a component shows below each.
import { callHtml, entityHtml, refusalsHtml } from './call-html.ts'
import { methods, type OpenApi, type Sources } from './openapi.ts'
import { type Found, type Operation, operationOf, type Refusal } from './operation.ts'
import { rowsOf } from './schema-rows.ts'

const titles: Readonly<Record<string, string>> = {
  'api-keys': 'API keys',
  'certificate-authority': 'Certificates',
  'stock-agents': 'Existing agents',
  'web-terminal': 'Terminal in the browser',
  saml: 'Single sign-on (SAML)',
  mfa: 'Two-factor authentication',
}

const titleOf = (tag: string): string =>
  titles[tag] ?? `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`

function foundIn(document: OpenApi): Found[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): Found[] => {
      const operation = item[method]
      return operation ? [{ method, path, operation, also: [] }] : []
    }),
  )
}

/** Calls that answer at several addresses carry a number behind their name; they are told once. */
function withoutDoubles(all: readonly Found[]): Found[] {
  const isDouble = ({ operation: { operationId } }: Found): boolean => {
    const name = operationId.replace(/\d+$/, '')
    return name !== operationId && all.some(({ operation }) => operation.operationId === name)
  }
  return all
    .filter((each) => !isDouble(each))
    .map((each) => ({
      ...each,
      also: all
        .filter(
          (other) => isDouble(other) && other.operation.operationId.replace(/\d+$/, '') === each.operation.operationId,
        )
        .map(({ path }) => path),
    }))
}

const slug = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const inHeading = (text: string): string => text.replaceAll(/[<>{}*_`[\]\\]/g, (found) => `\\${found}`)

function sectionOf(tag: string, operations: readonly Operation[]): string {
  const calls = operations.map(
    ({ id, title }) => `### ${inHeading(title)} {/* #${id} */}\n\n<ApiPart of={api.calls[${JSON.stringify(id)}]} />\n`,
  )
  return `## ${titleOf(tag)} {/* #${slug(tag)} */}\n\n${calls.join('\n')}`
}

/** What more than half of the calls may answer is told once. */
function commonRefusals(operations: readonly Operation[]): Refusal[] {
  const counts = new Map<string, number>()
  const known = new Map<string, Refusal>()
  for (const refusal of operations.flatMap(({ refusals }) => refusals)) {
    const key = `${refusal.status} ${refusal.code}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    known.set(key, refusal)
  }
  return [...known].filter(([key]) => (counts.get(key) ?? 0) > operations.length / 2).map(([, refusal]) => refusal)
}

const without = (operation: Operation, common: readonly Refusal[]): Operation => ({
  ...operation,
  refusals: operation.refusals.filter(
    ({ status, code }) => !common.some((each) => each.status === status && each.code === code),
  ),
})

/** What calls answer and others refer to, each once. */
function entitiesOf(document: OpenApi, operations: readonly Operation[]) {
  const names = [...new Set(operations.map(({ answer }) => answer.entity).filter((name) => name !== ''))].toSorted()
  return names.map((name) => [name, rowsOf({ $ref: `#/components/schemas/${name}` }, document)] as const)
}

export interface ApiPage {
  readonly headings: string
  readonly data: string
}

/** The page of one edition. */
export function apiPage(sources: Sources, edition: string): ApiPage {
  const document = sources.documents.find(([name]) => name === edition)?.[1]
  if (!document) throw new Error(`There is no OpenAPI document of ${edition}`)
  const all = withoutDoubles(foundIn(document)).map((found) => operationOf(found, document, sources))
  const refusals = commonRefusals(all)
  const operations = all.map((each) => without(each, refusals))
  const entities = entitiesOf(document, operations)
  const tags = [...new Set([...(document.tags ?? []).map(({ name }) => name), ...operations.map(({ tag }) => tag)])]
  const sections = tags.map((tag) => [tag, operations.filter((each) => each.tag === tag)] as const)
  const parts = [
    `import api from './_${edition}.generated.json'\n`,
    '## Errors of any call {/* #common-errors */}\n\n<ApiPart of={api.refusals} className="api-rows" />\n',
    ...sections.filter(([, own]) => own.length > 0).map(([tag, own]) => sectionOf(tag, own)),
    '## Entities {/* #entities */}\n',
    ...entities.map(
      ([name]) =>
        `### ${name} {/* #entity-${name.toLowerCase()} */}\n\n<ApiPart of={api.entities[${JSON.stringify(name)}]} />\n`,
    ),
  ]
  return {
    headings: parts.join('\n'),
    data: JSON.stringify({
      refusals: refusalsHtml(refusals),
      calls: Object.fromEntries(operations.map((each) => [each.id, callHtml(each)])),
      entities: Object.fromEntries(entities.map(([name, list]) => [name, entityHtml(list)])),
    }),
  }
}

// One API page: the headings of its groups, which the framework knows, and HTML that stands below each.
import { callHtml, type Entry, entityHtml, groupHtml, refusalsHtml } from './call-html.ts'
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
function entitiesOf(document: OpenApi, operations: readonly Operation[]): Entry[] {
  const names = [...new Set(operations.map(({ answer }) => answer.entity).filter((name) => name !== ''))].toSorted()
  return names.map((name) => ({
    id: `entity-${name.toLowerCase()}`,
    title: name,
    html: entityHtml(rowsOf({ $ref: `#/components/schemas/${name}` }, document)),
  }))
}

const entryOf = (call: Operation): Entry => ({ id: call.id, title: call.title, html: callHtml(call) })

interface Part {
  /** The anchor of its heading. */
  readonly id: string
  readonly title: string
  readonly html: string
}

export interface ApiPage {
  /** The body of the page: a heading for each part, and the component that shows it. */
  readonly headings: string
  /** HTML by part, as JSON; ⟦words⟧ in it are put into the page's language. */
  readonly parts: string
}

/** The page of one edition. */
export function apiPage(sources: Sources, edition: string): ApiPage {
  const document = sources.documents.find(([name]) => name === edition)?.[1]
  if (!document) throw new Error(`There is no OpenAPI document of ${edition}`)
  const all = withoutDoubles(foundIn(document)).map((found) => operationOf(found, document, sources))
  const refusals = commonRefusals(all)
  const operations = all.map((each) => without(each, refusals))
  const tags = [...new Set([...(document.tags ?? []).map(({ name }) => name), ...operations.map(({ tag }) => tag)])]
  const groups = tags.map((tag): Part => ({
    id: slug(tag),
    title: titleOf(tag),
    html: groupHtml(operations.filter((each) => each.tag === tag).map(entryOf)),
  }))
  const parts: readonly Part[] = [
    { id: 'common-errors', title: 'Errors of any call', html: `<div class="api-rows">${refusalsHtml(refusals)}</div>` },
    ...groups.filter(({ html }) => html !== ''),
    { id: 'entities', title: 'Entities', html: groupHtml(entitiesOf(document, operations)) },
  ]
  return {
    headings: parts
      .map(({ id, title }) => `## ${title} {/* #${id} */}\n\n<ApiPart edition="${edition}" part="${id}" />\n`)
      .join('\n'),
    parts: JSON.stringify(Object.fromEntries(parts.map(({ id, html }) => [id, html]))),
  }
}

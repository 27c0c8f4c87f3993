// The body of one API page: headings, which the framework collects, and data, which a component shows below each.
import { methods, type OpenApi, type Sources } from './openapi.ts'
import { type Found, type Operation, operationOf } from './operation.ts'

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
    ({ id, title }) => `### ${inHeading(title)} {/* #${id} */}\n\n<ApiCall of={calls[${JSON.stringify(id)}]} />\n`,
  )
  return `## ${titleOf(tag)} {/* #${slug(tag)} */}\n\n${calls.join('\n')}`
}

export interface ApiPage {
  readonly headings: string
  readonly data: string
}

/** The page of one edition. */
export function apiPage(sources: Sources, edition: string): ApiPage {
  const document = sources.documents.find(([name]) => name === edition)?.[1]
  if (!document) throw new Error(`There is no OpenAPI document of ${edition}`)
  const operations = withoutDoubles(foundIn(document)).map((found) => operationOf(found, document, sources))
  const tags = [...new Set([...(document.tags ?? []).map(({ name }) => name), ...operations.map(({ tag }) => tag)])]
  const sections = tags.map((tag) => [tag, operations.filter((each) => each.tag === tag)] as const)
  const headings = sections.filter(([, own]) => own.length > 0).map(([tag, own]) => sectionOf(tag, own))
  const imports = `import calls from './_${edition}.generated.json'\n\n`
  return {
    headings: `${imports}${headings.join('\n')}`,
    data: JSON.stringify(Object.fromEntries(operations.map((each) => [each.id, each]))),
  }
}

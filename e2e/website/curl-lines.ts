// The curl lines that the built page of the API shows, call by call, and what each may answer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract, type Endpoint, type EndpointId } from '@sshore/contract'
import { repositoryRoot } from '@sshore/testkit'
import { siteFolder } from './with-site.ts'

export interface CurlLine {
  readonly id: EndpointId
  readonly endpoint: Endpoint
  /** As a reader would paste it. */
  readonly line: string
  /** All that the page says it may answer. */
  readonly statuses: readonly number[]
}

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const isCall = (id: string): id is EndpointId => id in contract
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }
const plain = (html: string): string => html.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
const heading = /<h3\b[^>]*?\bid="?([\w-]+)"?/g
const code = /<pre\b[^>]*\bapi-code\b[^>]*>([\s\S]*?)<\/pre>/g

/** The calls of an edition's page, in its order. */
export async function curlLines(edition: string): Promise<CurlLine[]> {
  const html = await readFile(join(siteFolder, `developers/openapi/${edition}/index.html`), 'utf8')
  const reference = join(repositoryRoot, `docs/reference/openapi-${edition}.json`)
  const { paths } = JSON.parse(await readFile(reference, 'utf8')) as { paths: Paths }
  const operations = new Map(
    Object.values(paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each] as const)),
  )
  const starts = [...html.matchAll(heading)]
  return starts.flatMap(({ index, 1: anchor = '' }, at): CurlLine[] => {
    const id = anchor.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    const section = html.slice(index, starts[at + 1]?.index)
    const line = [...section.matchAll(code)]
      .map(([, text = '']) => plain(text).trim())
      .find((text) => text.startsWith('curl'))
    if (line === undefined || !isCall(id)) return []
    const statuses = Object.keys(operations.get(id)?.responses ?? {}).map(Number)
    return [{ id, endpoint: contract[id], line, statuses }]
  })
}

/** The calls that the document of the edition holds, each once. */
export async function documentedCalls(edition: string): Promise<EndpointId[]> {
  const reference = join(repositoryRoot, `docs/reference/openapi-${edition}.json`)
  const { paths } = JSON.parse(await readFile(reference, 'utf8')) as { paths: Paths }
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  return [...new Set(ids.map((id) => (isCall(id) ? id : id.replace(/\d+$/, ''))))].filter(isCall)
}

const inShell = (text: string): string => text.replaceAll("'", String.raw`'\''`)

const shownAddress = /"\$SSHORE[^"]*"$/
const shownBody = /(?:-d|--data-urlencode) '(?:[^']|'\\'')*'(?: --data-urlencode '(?:[^']|'\\'')*')*/

/** The same line about something that exists: another path, another body, all else as it is shown. */
export function about(line: string, path: string, body: string | undefined): string {
  const there = line.replace(shownAddress, () => `"$SSHORE"'${inShell(path)}'`)
  return body === undefined ? there : there.replace(shownBody, () => `-d '${inShell(body)}'`)
}

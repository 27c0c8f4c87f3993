// The part of the search provider's protocol that the site uses: POST /1/indexes/*/queries and /1/indexes/*/recommendations.
import type { MarkedText } from './marked-text.ts'
import type { FoundPiece, Level } from './records.ts'

export interface SearchQuery {
  readonly indexName: string
  readonly query: string
  readonly page: number
  readonly hitsPerPage: number
  readonly snippetWords: number
  readonly ellipsis: string
  readonly pre: string
  readonly post: string
  /** Values of which one has to hold, for each of these lists. */
  readonly facets: readonly (readonly string[])[]
  readonly attributes: readonly string[]
}

export interface Hit extends FoundPiece {
  readonly _highlightResult: {
    readonly hierarchy: Readonly<Partial<Record<Level, MarkedText>>>
    readonly content?: MarkedText
  }
  readonly _snippetResult: { readonly content?: MarkedText }
}

export interface QueryAnswer {
  readonly hits: readonly Hit[]
  readonly nbHits: number
  readonly nbPages: number
  readonly page: number
  readonly hitsPerPage: number
  readonly query: string
  readonly index: string
  readonly queryID: string
  readonly processingTimeMS: number
  readonly exhaustiveNbHits: true
}

/** A refusal, with the status of HTTP that it is told with. */
export class ProtocolRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** What one call may ask. The site itself sends one query of at most 64 characters. */
const protocolLimits = { requests: 50, queryChars: 512, hitsPerPage: 100, pages: 50, facets: 20 } as const

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refuse = (message: string): never => {
  throw new ProtocolRefusal(400, message)
}

function textOf(from: Record<string, unknown>, name: string, fallback: string): string {
  const value = from[name] ?? fallback
  return typeof value === 'string' ? value : refuse(`${name} is a text`)
}

function numberOf(from: Record<string, unknown>, name: string, fallback: number, most: number): number {
  const value = from[name] ?? fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
  return refuse(`${name} is a whole number from 0 to ${most}`)
}

function facetsOf(value: unknown): string[][] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > protocolLimits.facets) return refuse('facetFilters is a short list')
  return value.map((entry: unknown) => {
    const values: unknown[] = Array.isArray(entry) ? entry : [entry]
    return values.map((each) => (typeof each === 'string' ? each : refuse('facetFilters holds texts')))
  })
}

function snippetWordsOf(value: unknown): number {
  if (!Array.isArray(value)) return 10
  const content: unknown = value.find((each: unknown) => typeof each === 'string' && each.startsWith('content'))
  const words = Number(/^content:(\d{1,3})$/.exec(typeof content === 'string' ? content : '')?.[1] ?? 10)
  return words > 0 ? words : 10
}

function attributesOf(value: unknown): string[] {
  if (value === undefined) return ['*']
  if (!Array.isArray(value)) return refuse('attributesToRetrieve is a list')
  return value.filter((each: unknown): each is string => typeof each === 'string')
}

function queryOf(value: unknown): SearchQuery {
  if (!isObject(value)) return refuse('requests holds objects')
  const query = textOf(value, 'query', '')
  if (query.length > protocolLimits.queryChars) refuse(`query has at most ${protocolLimits.queryChars} characters`)
  return {
    indexName: textOf(value, 'indexName', ''),
    query,
    page: numberOf(value, 'page', 0, protocolLimits.pages),
    hitsPerPage: Math.max(1, numberOf(value, 'hitsPerPage', 20, protocolLimits.hitsPerPage)),
    snippetWords: snippetWordsOf(value['attributesToSnippet']),
    ellipsis: textOf(value, 'snippetEllipsisText', '…'),
    pre: textOf(value, 'highlightPreTag', '<em>'),
    post: textOf(value, 'highlightPostTag', '</em>'),
    facets: facetsOf(value['facetFilters']),
    attributes: attributesOf(value['attributesToRetrieve']),
  }
}

function requestsOf(body: unknown): unknown[] {
  const requests = isObject(body) ? body['requests'] : undefined
  if (!Array.isArray(requests)) return refuse('The body holds a list "requests"')
  return requests.length > protocolLimits.requests ? refuse('Too many requests in one call') : requests
}

/** Fails with a refusal that says what is wrong. */
export const parseQueries = (body: unknown): SearchQuery[] => requestsOf(body).map(queryOf)

export interface RecommendationQuery {
  readonly indexName: string
  readonly objectID: string
  readonly most: number
}

export const parseRecommendations = (body: unknown): RecommendationQuery[] =>
  requestsOf(body).map((value) => {
    if (!isObject(value)) return refuse('requests holds objects')
    return {
      indexName: textOf(value, 'indexName', ''),
      objectID: textOf(value, 'objectID', ''),
      most: Math.max(1, numberOf(value, 'maxRecommendations', 3, protocolLimits.hitsPerPage)),
    }
  })

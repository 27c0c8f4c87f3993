// Answers the protocol in the browser, from the index that was made with the site. It is fetched at the first search.
import type { SearchEngine } from '@sshore/docs-search'

/** What the protocol's client asks a requester for, and what it gets. */
export interface Requester {
  send(request: { readonly url: string; readonly data?: string | Uint8Array | undefined }): Promise<{
    readonly status: number
    readonly content: string
    readonly isTimedOut: boolean
  }>
}

export interface EmbeddedOptions {
  readonly indexName: string
  /** Fetches and reads the index of a version. */
  readonly openEngine: (tag: string, indexName: string) => Promise<SearchEngine>
}

const fallbackTag = 'docs-default-current'

/** The version that the facet filters of the first request name. */
function tagOf(body: string): string {
  return /docusaurus_tag:(docs-[\w.-]+)/.exec(body)?.[1] ?? fallbackTag
}

export function createEmbeddedRequester({ indexName, openEngine }: EmbeddedOptions): Requester {
  const engines = new Map<string, Promise<SearchEngine>>()

  function engineOf(tag: string): Promise<SearchEngine> {
    const opened = engines.get(tag) ?? openEngine(tag, indexName)
    engines.set(tag, opened)
    // Asked again at the next key: the network may be back.
    opened.catch(() => engines.delete(tag))
    return opened
  }

  return {
    async send({ url, data }) {
      const body = typeof data === 'string' ? data : new TextDecoder().decode(data)
      let engine: SearchEngine
      try {
        engine = await engineOf(tagOf(body))
      } catch {
        return { status: 0, content: 'Network request failed', isTimedOut: false }
      }
      try {
        const asked: unknown = JSON.parse(body)
        const answer = url.includes('/recommendations') ? engine.recommendations(asked) : engine.queries(asked)
        return { status: 200, content: JSON.stringify(answer), isTimedOut: false }
      } catch (error) {
        const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
        const message = error instanceof Error ? error.message : String(error)
        return { status, content: JSON.stringify({ message, status }), isTimedOut: false }
      }
    },
  }
}

/** Fetches `search-index/<tag>.json` below the address of the site in this language. */
export function engineFetcher(baseUrl: string): EmbeddedOptions['openEngine'] {
  return async (tag, indexName) => {
    const [{ createEngine, parseIndexFile }, reply] = await Promise.all([
      import('@sshore/docs-search'),
      fetch(`${baseUrl}search-index/${tag}.json`),
    ])
    if (!reply.ok) throw new Error(`The search index answered ${reply.status}`)
    const file = parseIndexFile(await reply.text())
    return createEngine([file], { indexName, now: () => performance.now() })
  }
}

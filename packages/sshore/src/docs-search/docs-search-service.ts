// The search of the documentation site as a service: the engine behind the protocol that the site's client speaks.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createEngine, type IndexFile, ProtocolRefusal } from '@sshore/docs-search'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'

export interface DocsSearchOptions {
  readonly files: readonly IndexFile[]
  readonly indexName: string
  readonly applicationId: string
  readonly apiKey: string
  /** Pages of which site may ask; `*` is any. */
  readonly allowedOrigin: string
}

/** The site sends one short query; this is room for many. */
const bodyBytes = 64 * 1024
/** How long a request may take to arrive. */
const requestSeconds = 5

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const same = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** Credentials stand in the query parameters, as the client of the site sends them, or in headers of the same name. */
function given(request: FastifyRequest, name: string): string {
  const parameters = request.query as Readonly<Record<string, unknown>>
  const value = parameters[name] ?? request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Not listening yet. */
export function createDocsSearchService(options: DocsSearchOptions): FastifyInstance {
  const engine = createEngine(options.files, { indexName: options.indexName, now: () => performance.now() })
  const app = fastify({ bodyLimit: bodyBytes, requestTimeout: requestSeconds * 1000, trustProxy: false })

  // The client sends JSON as text/plain, which a browser lets pass without asking first.
  const parse = (_: unknown, body: string | Buffer, done: (error: Error | null, value?: unknown) => void): void => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(new ProtocolRefusal(400, 'The body is not JSON'))
    }
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, parse)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'Access-Control-Allow-Origin': options.allowedOrigin,
      'Access-Control-Allow-Headers': 'Content-Type, X-Algolia-Application-Id, X-Algolia-API-Key',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Origin',
    })
    if (request.method === 'OPTIONS') return reply.code(204).send()
    if (!request.url.startsWith('/1/')) return
    const known =
      same(given(request, 'x-algolia-application-id'), options.applicationId) &&
      same(given(request, 'x-algolia-api-key'), options.apiKey)
    if (!known) throw new ProtocolRefusal(403, 'Invalid Application-ID or API key')
  })

  app.setErrorHandler(async (error: Error & { status?: number; statusCode?: number }, _, reply) => {
    const status = error instanceof ProtocolRefusal ? error.status : (error.statusCode ?? 500)
    const message = status < 500 ? error.message : 'Internal Server Error'
    return reply.code(status).send({ message, status })
  })
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send({ message: 'Path not found', status: 404 }))

  app.get('/healthcheck', async () => ({ status: 'ok' }))
  // The asterisk is a part of the address, which a route cannot hold.
  app.post<{ Params: { index: string; call: string } }>('/1/indexes/:index/:call', async ({ params, body }) => {
    if (params.index === '*' && params.call === 'queries') return engine.queries(body)
    if (params.index === '*' && params.call === 'recommendations') return engine.recommendations(body)
    throw new ProtocolRefusal(404, 'Path not found')
  })
  return app
}

// The HTTP edge as a whole: limits, headers, request log, routes, and what answers everything else.
import { randomUUID } from 'node:crypto'
import { type Endpoint, Failure, limits } from '@sshore/contract'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { clientAddress } from '../platform/client-address.ts'
import { seconds } from '../platform/clock.ts'
import type { Services } from '../services.ts'
import { registerConsole } from './console.ts'
import { registerDocs } from './docs.ts'
import { sendFailure } from './errors.ts'
import type { Implementation } from './implement.ts'
import { registerMetrics } from './metrics-route.ts'
import { registerEndpoints } from './router.ts'
import { apiHeaders, securityHeaders, transportSecurity } from './security-headers.ts'
import { createUnmatched, shadowedMethods } from './unmatched.ts'
import { serializerOf } from './serialization.ts'
import type { WorkGate } from './work-gate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is that of a form. */
    form?: boolean
  }
  interface FastifyRequest {
    /** Past trusted proxies. */
    clientAddress: string
    /** The body as it arrived, for what it was signed with. */
    bodyText: string
  }
}

/** Longest value of one path parameter; the largest in the contract are names of 254 characters, escaped up to threefold. */
const pathParameterChars = 1024

const brokenRequests: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The header fields of this request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This request took too long to arrive.'],
}

function answerToBrokenRequest(code = ''): string {
  const [status, message] = brokenRequests[code] ?? ['400 Bad Request', 'This is not an HTTP request.']
  const body = JSON.stringify({ message, code: 'invalid_input' })
  const lines = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body]
  return [`HTTP/1.1 ${status}`, ...lines].join('\r\n')
}

function instance({ log }: Services): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  return fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // The id is ours: one from outside could be made to point at somebody else's log lines.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: limits.requestBodyBytes,
    // A request has to arrive within this time, head and body; replies and upgraded connections are not limited by it.
    requestTimeout: seconds(30),
    keepAliveTimeout: seconds(72),
    routerOptions: { maxParamLength: pathParameterChars },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders, ...apiHeaders, 'X-Request-Id': request.id })
      sendFailure(error, request, reply)
    },
    clientErrorHandler(error, socket) {
      if (socket.writable) socket.end(answerToBrokenRequest(error.code))
    },
  })
}

function parseJson(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  request.bodyText = text.toString()
  try {
    // Clients that always send the content type send it with empty bodies too.
    done(null, text.length === 0 ? undefined : JSON.parse(request.bodyText))
  } catch {
    done(new Failure('malformed_json'))
  }
}

function observe(app: FastifyInstance, { metrics, trusted, options }: Services): void {
  const headers = { ...securityHeaders, ...transportSecurity(options.publicUrl) }
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('bodyText', '')
  app.addHook('onRequest', async (request, reply) => {
    request.clientAddress = clientAddress(request.socket.remoteAddress ?? '', request.headers, trusted)
    reply.headers({ ...headers, 'X-Request-Id': request.id })
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the path: paths carry pairing codes, query strings carry signatures.
    const route = request.routeOptions.url ?? 'unmatched'
    const { method, clientAddress: address } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    metrics.observeRequest({ method, route, status, seconds: milliseconds / 1000 })
    // What our own processes ask comes by the second and says little.
    const level = /^\/(internal|metrics)\b/.test(route) ? 'debug' : 'info'
    request.log[level]({ method, route, status, milliseconds: Math.round(milliseconds * 10) / 10, address }, 'request')
  })
}

/** Forms are taken where an endpoint says so, and nowhere else: a page elsewhere can send one in its visitor's name. */
function parseForm(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (request.routeOptions.config.form !== true) return done(new Failure('unsupported_media_type'))
  done(null, Object.fromEntries(new URLSearchParams(text.toString())))
}

/** Builds the edge for these endpoints; it is ready for requests but does not listen. */
export async function createApp(
  services: Services,
  gate: WorkGate,
  endpoints: readonly Endpoint[],
  implementations: readonly Implementation[],
): Promise<FastifyInstance> {
  const app = instance(services)
  app.server.headersTimeout = seconds(15)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm)
  app.setErrorHandler((error, request, reply) => void sendFailure(error, request, reply))
  app.setSerializerCompiler(({ schema }) => serializerOf(schema))
  observe(app, services)
  registerEndpoints(app, endpoints, implementations, { services, gate })
  registerMetrics(app, services)
  await registerDocs(app, services.options.docsDir)
  const sendPage = await registerConsole(app, services.options.consoleDir)
  const unmatched = createUnmatched(endpoints)
  const refusalOf = ({ url }: FastifyRequest): Failure => unmatched.failureFor(url.split('?', 1)[0] ?? '')
  const refuse = async (request: FastifyRequest): Promise<never> => {
    throw refusalOf(request)
  }
  for (const { method, path } of shadowedMethods(endpoints)) {
    app.route({ method, url: path, onRequest: refuse, handler: refuse })
  }
  app.addHook('onRequest', async (request, reply) => {
    // Before its body is looked at: what nobody takes cannot be of a wrong type or too large. Pages are only ever fetched.
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return
    reply.headers(apiHeaders)
    throw refusalOf(request)
  })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const failure = refusalOf(request)
    if (failure.code === 'not_found' && sendPage(request, reply)) return
    sendFailure(failure, request, reply.headers(apiHeaders))
  })
  await app.ready()
  return app
}

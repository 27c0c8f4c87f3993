// Every endpoint of the contract becomes a route: its credential is checked before its body is read, its input before it is called.
import { consoleHeader, type Endpoint, Failure, limits, preferredLanguage } from '@sshore/contract'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { actorOf } from '../platform/actor.ts'
import { change, changeServer } from '../platform/change.ts'
import { cameByHttps, requestedHost } from '../platform/client-address.ts'
import { cookieIn } from '../platform/cookies.ts'
import type { Services } from '../services.ts'
import { authenticate } from './authentication.ts'
import type { Caller } from './caller.ts'
import { sendFailure } from './errors.ts'
import type { Implementation } from './implement.ts'
import { apiHeaders } from './security-headers.ts'
import { checkOf, fieldsWithNul, type Part, refuse } from './validation.ts'
import type { WorkGate } from './work-gate.ts'

export interface RouteContext {
  readonly services: Services
  readonly gate: WorkGate
}

const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Checks each part that the endpoint declares; what it does not declare is not looked at and not handed on. */
function inputCheck(endpoint: Endpoint) {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ part, check: checkOf(part, schema) }] : []
  })
  return (input: Readonly<Record<Part, unknown>>): void => {
    for (const { part, check } of parts) refuse([...check(input[part]), ...fieldsWithNul(input[part], part)])
  }
}

/** A credential bound to one namespace cannot act on another's path; that one does not exist for it. */
function checkPathTenant(caller: Caller, params: unknown): void {
  const bound = caller.kind === 'member' && typeof params === 'object' && params !== null && 'tenant' in params
  if (bound && params.tenant !== caller.tenantId) throw new Failure('namespace_not_found')
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

function routeOf(implementation: Implementation, path: string, context: RouteContext): RouteOptions {
  const { endpoint, answer } = implementation
  const { services, gate } = context
  const checkInput = inputCheck(endpoint)
  const callers = new WeakMap<FastifyRequest, Caller>()

  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(apiHeaders)
    // Our own processes still have to close what they opened while the server stops.
    const refused = gate.draining && endpoint.access.kind !== 'internal' && endpoint.id !== 'getHealth'
    if (refused) throw new Failure('shutting_down', { headers: { 'Retry-After': '5', Connection: 'close' } })
    callers.set(request, await authenticate(services, endpoint.access, request.headers))
  }

  const perform = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    using _inside = gate.enter()
    const { params, query, body } = request
    const caller = callers.get(request)
    if (!caller) throw new Error('The route was reached without authentication.')
    if (endpoint.form && endpoint.body && !isForm(request)) throw new Failure('unsupported_media_type')
    checkInput({ params, query, body })
    checkPathTenant(caller, params)
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, limits.userAgentChars)
    const actor = actorOf(caller, { address: request.clientAddress, requestId: request.id, userAgent })
    return await answer({
      change: (scope, inside) => change(services, actor, scope, inside),
      changeServer: (inside, about) => changeServer(services, actor, inside, about),
      params,
      query,
      body,
      caller,
      request: {
        id: request.id,
        address: request.clientAddress,
        host: requestedHost(request.socket.remoteAddress ?? '', request.headers, services.trusted),
        log: services.log.child({ reqId: request.id }),
        signed: { body: request.bodyText, signature: request.headers['stripe-signature']?.toString() ?? '' },
        language: preferredLanguage(request.headers['accept-language']),
        cookie: (name) => cookieIn(request.headers.cookie, name),
        byConsole: request.headers[consoleHeader.toLowerCase()] !== undefined,
        secure: cameByHttps(
          request.socket.remoteAddress ?? '',
          request.headers,
          services.trusted,
          services.options.publicUrl,
        ),
        lastEventId: request.headers['last-event-id']?.toString() ?? '',
        recheck: () => authenticate(services, endpoint.access, request.headers),
      },
      reply: {
        header: (name, value) => void reply.header(name, value),
        otherwise: () => void reply.code(endpoint.success.otherwise?.status ?? endpoint.success.status),
      },
      services,
    })
  }

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.code(endpoint.success.status)
    const result = await perform(request, reply)
    const { body, stream } = endpoint.success
    if (result instanceof Readable && request.method === 'HEAD') {
      // Nobody would read it, and it may have no end.
      result.destroy()
      return reply.type(stream ?? '').send()
    }
    return body ? reply.type(stream ?? 'application/json').send(result) : reply.send()
  }

  return {
    method: endpoint.method,
    url: routePath(path),
    config: { form: endpoint.form === true },
    ...(endpoint.success.body && !endpoint.success.stream
      ? { schema: { response: { '2xx': endpoint.success.body } } }
      : {}),
    onRequest,
    handler,
    errorHandler: (error, request, reply) => void sendFailure(error, request, reply, endpoint),
  }
}

/** What answers an endpoint whose feature this server does not have, whatever was asked of it. */
function absent(
  { params: _params, query: _query, body: _body, ...endpoint }: Endpoint,
  edition: string,
): Implementation {
  return {
    endpoint: { ...endpoint, access: { kind: 'public' } },
    answer: async () => {
      // The specification has a status of its own for this one.
      if (endpoint.errors.includes('saml_absent')) throw new Failure('saml_absent')
      throw new Failure('feature_absent', {
        message: `${endpoint.summary}: this is not part of the ${edition} edition.`,
      })
    },
  }
}

/** Registers every endpoint, whether or not something answers it, under its path and its aliases. */
export function registerEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  implementations: readonly Implementation[],
  context: RouteContext,
): void {
  const byEndpoint = new Map(implementations.map((implementation) => [implementation.endpoint.id, implementation]))
  for (const endpoint of endpoints) {
    const implementation = byEndpoint.get(endpoint.id) ?? absent(endpoint, context.services.options.edition)
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) app.route(routeOf(implementation, path, context))
  }
}

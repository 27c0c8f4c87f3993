// The typed client: one method per endpoint of the contract, over whatever carries a request.
import type {
  BodyOf,
  Contract,
  EndpointId,
  ErrorBody,
  ParamsOf,
  QueryOf,
  ReplyHeadersOf,
  ReplyOf,
} from '@sshore/contract'
import { type CallForm, calls } from './calls.ts'

export interface WireRequest {
  readonly method: string
  /** Path with query, from the server's root. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface WireReply {
  readonly status: number
  header(name: string): string | undefined
  readonly text: string
}

/** Carries one request: `fetch` in a browser, an agent or a cluster; the server's own `inject` in one process. */
export type Transport = (request: WireRequest) => Promise<WireReply>

/** The server answered with a failure. `status` 0: it could not be reached at all (see `cause`). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly string[]
  readonly reply: WireReply | undefined

  constructor(
    failure: { status: number; code: string; message: string; fields?: readonly string[] | undefined },
    reply?: WireReply,
    options?: ErrorOptions,
  ) {
    super(failure.message, options)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? []
    this.reply = reply
  }
}

type Input<E> = (ParamsOf<E> extends undefined ? object : { params: ParamsOf<E> }) &
  (QueryOf<E> extends undefined ? object : { query?: QueryOf<E> }) &
  (BodyOf<E> extends undefined ? object : { body: BodyOf<E> })

export interface Reply<E> {
  readonly body: ReplyOf<E>
  readonly headers: ReplyHeadersOf<E>
}

type Call<E> =
  object extends Input<E> ? (input?: Input<E>) => Promise<Reply<E>> : (input: Input<E>) => Promise<Reply<E>>

export type Client = { readonly [Id in EndpointId]: Call<Contract[Id]> }

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function pathOf(form: CallForm, input: AnyInput): string {
  const path = form.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a reply of status 400 or above says. */
export function failureOf(reply: WireReply): ApiError {
  const parsed = parse(reply.text)
  if (Array.isArray(parsed)) {
    const fields = parsed.map(String)
    const code = reply.status === 409 ? 'conflict' : 'invalid_input'
    return new ApiError({ status: reply.status, code, message: `Check: ${fields.join(', ')}`, fields }, reply)
  }
  if (typeof parsed === 'string') return new ApiError({ status: reply.status, code: 'unknown', message: parsed }, reply)
  const body = (parsed ?? {}) as Partial<ErrorBody>
  const message = body.message ?? `The server answered with status ${reply.status}.`
  return new ApiError({ status: reply.status, code: body.code ?? 'unknown', message, fields: body.fields }, reply)
}

/**
 * Makes a client. `credential` is asked at each call for the headers that prove who calls, for example
 * `{ authorization: 'Bearer …' }`. A reply of status 400 or above is thrown as `ApiError`.
 */
export function createClient(
  transport: Transport,
  credential: () => Readonly<Record<string, string>> = () => ({}),
): Client {
  const call = async (form: CallForm, input: AnyInput = {}): Promise<Reply<unknown>> => {
    const reply = await transport({
      method: form.method,
      path: pathOf(form, input),
      headers: { ...credential(), ...(form.sendsBody ? { 'content-type': 'application/json' } : {}) },
      ...(form.sendsBody ? { body: JSON.stringify(input.body) } : {}),
    })
    if (reply.status >= 400) throw failureOf(reply)
    const headers = Object.fromEntries(form.replyHeaders.map((name) => [name, reply.header(name) ?? '']))
    return { body: reply.text === '' ? undefined : parse(reply.text), headers } as unknown as Reply<unknown>
  }
  const methods = Object.entries(calls).map(([id, form]) => [id, (input?: AnyInput) => call(form, input)])
  return Object.fromEntries(methods) as Client
}

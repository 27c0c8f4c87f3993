// An endpoint is frozen data. Server routes, the OpenAPI document, the typed client and the access matrix all
// derive from it; none of them is written by hand.
import type { Static, TObject, TSchema } from 'typebox'
import type { Feature } from './editions.ts'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Names the namespace that our own processes act in, with the rights of its owner, beside the service token; nobody else's is read. */
export const namespaceHeader = 'X-Namespace'

/** Who may call. */
export type Access =
  /** Anybody. */
  | { readonly kind: 'public' }
  /** A signed-in user; no namespace is needed. An API key is refused, unless the call can do with the namespace that it is bound to. */
  | { readonly kind: 'user'; readonly apiKey?: true }
  /** A credential bound to a namespace whose role has the permission (none: any member). */
  | { readonly kind: 'member'; readonly permission?: Permission; readonly apiKey: boolean }
  /** A device's own token. */
  | { readonly kind: 'device' }
  /** An administrator of the server, signed in, or its command line; never an API key, whoever made it. */
  | { readonly kind: 'administrator' }
  /** Our own processes, by service token: what keeps the server going, or somebody at its command line. */
  | { readonly kind: 'internal'; readonly by?: 'command-line' }

/** JSON, one value a line; server-sent events (HTML Living Standard, section 9.2); or a document of another kind. */
export type StreamType =
  | 'application/x-ndjson'
  | 'application/x-asciicast'
  | 'text/event-stream'
  | 'application/samlmetadata+xml'

export interface Success {
  /** 303: a browser is sent on, to what the header `Location` names. */
  readonly status: 200 | 204 | 303
  readonly description: string
  /** Absent: an empty body. */
  readonly body?: TSchema
  /** The same body under another status, where the call did only a part of what it is for. */
  readonly otherwise?: { readonly status: 201; readonly description: string }
  /** The body is sent piece by piece, in this media type; `body` then describes one piece. */
  readonly stream?: StreamType
  /** Response headers, for example `X-Total-Count`. */
  readonly headers?: TObject
}

export interface Endpoint {
  /** Unique, camelCase: the typed client's method and OpenAPI's operationId. */
  readonly id: string
  readonly method: Method
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Further paths served by the same handler. */
  readonly aliases?: readonly string[]
  readonly feature: Feature
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** The body comes from a form in a browser (`application/x-www-form-urlencoded`) and not as JSON. */
  readonly form?: true
  readonly success: Success
  /** What this call may fail with, beyond what its access and its input imply. */
  readonly errors: readonly ErrorCode[]
  /** Failures that name fields answer with the bare list of names instead of the usual body (specification section 5). */
  readonly bareFieldLists?: true
  /** Failures of the rule answer with their bare message, a JSON string, instead of the usual body (decisions: the billing forms). */
  readonly bareMessages?: true
  /** A body that is no JSON is `unprocessable_body` (422), not `malformed_json` (specification section 8). */
  readonly unprocessableBody?: true
}

/** Declares an endpoint, keeping its literal types for the client and the server. */
export function endpoint<const E extends Endpoint>(definition: E): Readonly<E> {
  return Object.freeze(definition)
}

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { readonly [P in K]: infer S extends TSchema }
  ? Static<S>
  : undefined

export type ParamsOf<E> = Part<E, 'params'>
export type QueryOf<E> = Part<E, 'query'>
export type BodyOf<E> = Part<E, 'body'>
export type ReplyOf<E> = E extends { readonly success: { readonly stream: StreamType } }
  ? undefined
  : E extends { readonly success: { readonly body: infer S extends TSchema } }
    ? Static<S>
    : undefined
export type ReplyHeadersOf<E> = E extends { readonly success: { readonly headers: infer S extends TObject } }
  ? Static<S>
  : undefined

/** The failures that follow from who may call and from there being input at all. */
export function impliedErrors(e: Endpoint): ErrorCode[] {
  const implied: ErrorCode[] = []
  if (e.params ?? e.query ?? e.body) implied.push('invalid_input')
  if (e.body) {
    if (!e.form) implied.push(e.unprocessableBody ? 'unprocessable_body' : 'malformed_json')
    implied.push('unsupported_media_type', 'body_too_large')
  }
  if (e.access.kind !== 'public') implied.push('unauthenticated')
  if (e.access.kind === 'user' && !e.access.apiKey) implied.push('api_key_not_allowed')
  if (e.access.kind === 'administrator') implied.push('api_key_not_allowed', 'not_administrator')
  if (e.access.kind === 'member') {
    implied.push('namespace_required')
    if (!e.access.apiKey) implied.push('api_key_not_allowed')
    if (e.access.permission) implied.push('forbidden')
  }
  implied.push('internal')
  return implied
}

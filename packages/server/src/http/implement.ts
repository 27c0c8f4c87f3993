import type { Readable } from 'node:stream'
import type {
  BodyOf,
  Endpoint,
  Language,
  ParamsOf,
  QueryOf,
  ReplyHeadersOf,
  ReplyOf,
  StreamType,
} from '@sshore/contract'
import type { Logger } from 'pino'
import type { Change, Work } from '../hooks.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../services.ts'
import type { Caller, CallerOf } from './caller.ts'

/** Facts about the request that are nobody's input. */
export interface RequestFacts {
  /** The last event that the client has seen (HTML Living Standard, section 9.2.4); empty for none. */
  readonly lastEventId: string
  /** The body as it arrived, and what the payment provider signed it with (header Stripe-Signature); empty for none. */
  readonly signed: { readonly body: string; readonly signature: string }
  /** What the browser keeps under this name; undefined for nothing. */
  readonly cookie: (name: string) => string | undefined
  /** Whether a script of our own page sent it: no other site's can set the header that says so. */
  readonly byConsole: boolean
  /** Whether the client came by HTTPS. */
  readonly secure: boolean
  /** Checks the credential anew; fails as the call itself would. */
  readonly recheck: () => Promise<Caller>
  /** Of ours, the one that the client prefers (`Accept-Language`). */
  readonly language: Language
  /** Also in `X-Request-Id` and in every log line. */
  readonly id: string
  /** The client's address, past trusted proxies. */
  readonly address: string
  /** `host[:port]` as the client wrote it. */
  readonly host: string
  readonly log: Logger
}

/** Changes in the caller's name: who and from where is known to whoever listens to `changed`. */
export interface Changing {
  /** One transaction on what belongs to a namespace. */
  readonly change: <Result>(scope: Scope, inside: (change: Change) => Promise<Result>) => Promise<Result>
  /** One transaction on what belongs to none, about one thing (an account) if that is named. */
  readonly changeServer: <Result>(inside: (work: Work) => Promise<Result>, about?: string) => Promise<Result>
}

export interface Call<E extends Endpoint> extends Changing {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly caller: CallerOf<E>
  readonly request: RequestFacts
  readonly reply: {
    header(name: keyof NonNullable<ReplyHeadersOf<E>> & string, value: string): void
    /** Answers with the endpoint's other success. */
    otherwise(): void
  }
  readonly services: Services
}

/** An endpoint without a body answers with nothing, one that streams with text in pieces. */
export type Answer<E> = E extends { readonly success: { readonly stream: StreamType } }
  ? Readable
  : [ReplyOf<E>] extends [undefined]
    ? void
    : ReplyOf<E>

/** A call whose parts have been checked against the schemas of its endpoint, but whose types are forgotten. */
export interface CheckedCall extends Changing {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller
  readonly request: RequestFacts
  readonly reply: { header(name: string, value: string): void; otherwise(): void }
  readonly services: Services
}

export interface Implementation {
  readonly endpoint: Endpoint
  readonly answer: (call: CheckedCall) => Promise<unknown>
}

/** Binds an endpoint of the contract to what answers it; all types follow from the endpoint. */
export function implement<E extends Endpoint>(
  endpoint: E,
  answer: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
): Implementation {
  // The one place where checked input gets its type: the router validates against this very endpoint's schemas and makes
  // the caller from its access before it calls.
  return { endpoint, answer: async (call) => answer(call as unknown as Call<E>) }
}

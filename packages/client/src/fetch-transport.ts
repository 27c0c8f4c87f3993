// The transport over the platform's own `fetch`, declared here as far as it is used: this package runs in browsers,
// Node and Bun alike and takes no platform's types.
import { ApiError, type Transport } from './client.ts'

type Fetch = (
  url: string,
  init: { method: string; headers: Readonly<Record<string, string>>; body?: string },
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}>

/** What nobody answered. `base` as for `fetchTransport`. */
export function unreachable(base: string, cause: unknown): ApiError {
  const message = `The server at ${base || 'this address'} cannot be reached.`
  return new ApiError({ status: 0, code: 'unreachable', message }, undefined, { cause })
}

/** `base` is the server's address without a trailing slash; empty for the page's own origin. */
export function fetchTransport(base: string, fetch: Fetch): Transport {
  return async (request) => {
    const { method, headers, body } = request
    const url = `${base}${request.path}`
    try {
      const reply = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      return { status: reply.status, header: (name) => reply.headers.get(name) ?? undefined, text: await reply.text() }
    } catch (cause) {
      throw unreachable(base, cause)
    }
  }
}

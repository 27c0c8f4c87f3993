// Requests put together from an endpoint and any input, right or wrong, as no typed client would.
import type { WireRequest } from '@sshore/client'
import { consoleHeader, type Endpoint } from '@sshore/contract'
import type { Sample } from './test-samples.ts'

/** `body` replaces the sample's when given. */
export function requestOf(
  e: Endpoint,
  sample: Sample,
  given: Readonly<Record<string, string>> = {},
  body: unknown = sample.body,
): WireRequest {
  // Some calls are for pages of ours alone.
  const headers = { [consoleHeader]: '1', ...given }
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // A path cannot carry half a character.
    encodeURIComponent((sample.params?.[name] ?? '').toWellFormed()),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sample.query ?? {})) query.set(name, String(value))
  const target = { method: e.method, path: query.size > 0 ? `${path}?${query.toString()}` : path }
  if (body === undefined) return { ...target, headers }
  if (e.form) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const fields = new URLSearchParams()
    for (const [name, value] of Object.entries(typeof body === 'object' ? { ...body } : {})) {
      fields.set(name, String(value))
    }
    return { ...target, headers: { ...headers, ...type }, body: fields.toString() }
  }
  return { ...target, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

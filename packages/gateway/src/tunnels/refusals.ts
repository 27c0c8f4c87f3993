// What a visitor of a tunnel is told when there is nothing to show: a page for people, JSON for programs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResetReason } from '@sshore/contract'
import { BadResponse } from './response-head.ts'

export interface TunnelRefusal {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly advice: string
  readonly retryAfterSeconds?: number
}

const refusal = (status: number, code: string, title: string, advice: string, retryAfterSeconds?: number) => ({
  ...{ status, code, title, advice },
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
})

export const refusals = {
  badRequest: refusal(
    400,
    'bad_request',
    'This request cannot be passed on.',
    'It names its host twice or in another way than usual, or asks for a protocol other than HTTP and WebSocket.',
  ),
  membersOnly: refusal(
    401,
    'members_only',
    'This tunnel is for members of its namespace.',
    'Open its address in a browser and sign in.',
  ),
  foreignPage: refusal(
    403,
    'foreign_page',
    'Another page may not use this tunnel in your name.',
    'Open the address of the tunnel itself.',
  ),
  entryOver: refusal(
    403,
    'entry_over',
    'This way in was used already, or took too long.',
    'Open the address of the tunnel again.',
  ),
  denied: refusal(
    403,
    'denied',
    'A rule of the namespace refuses this connection.',
    'Ask somebody who administers the namespace to see its firewall rules and its audit log.',
  ),
  unknown: refusal(
    404,
    'tunnel_not_found',
    'There is no tunnel at this address.',
    'It was closed, or has expired; ask whoever gave you the address.',
  ),
  headTooLarge: refusal(
    431,
    'head_too_large',
    'The header fields of this request are too large.',
    'Clear the cookies of this page and try again.',
  ),
  notConnected: refusal(
    502,
    'service_unreachable',
    'The service behind this tunnel cannot be reached.',
    'Is it running on the device, at the host and port of the tunnel?',
  ),
  badResponse: refusal(
    502,
    'bad_response',
    'The service behind this tunnel gave an answer that is none of HTTP.',
    'A tunnel leads to HTTP services alone; the log of the server says more.',
  ),
  offline: refusal(
    503,
    'device_offline',
    'The device behind this tunnel is not connected.',
    'Try again in a moment; if it lasts, see to the device.',
    10,
  ),
  crowded: refusal(
    503,
    'too_many_requests',
    'Too many requests run through this tunnel at once.',
    'Try again in a moment.',
    1,
  ),
  stopping: refusal(503, 'shutting_down', 'The server is stopping.', 'Try again in a moment.', 5),
  fault: refusal(
    500,
    'internal',
    'The server could not pass this request on.',
    'This is its fault; its log says more.',
  ),
  late: refusal(
    504,
    'service_silent',
    'The service behind this tunnel gave no answer in time.',
    'Try again in a moment; if it lasts, see to the service.',
  ),
} as const satisfies Record<string, TunnelRefusal>

/** What the visitor is told, and what the log says. */
export type Trouble = readonly [told: TunnelRefusal, problem: string]

/** Something was thrown while a response was read. */
export const troubleOf = (error: unknown): Trouble =>
  error instanceof BadResponse
    ? [refusals.badResponse, error.message]
    : [refusals.fault, `a fault of ours: ${String(error)}`]

/** The connection to the service was never made, or broke off. */
export const brokenOff = (reason: ResetReason, detail: string): Trouble => [
  reason === 'link_lost' ? refusals.offline : refusals.notConnected,
  `${reason}: ${detail}`,
]

const style = [
  ':root{color-scheme:light dark}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;',
  'background:light-dark(#f6f7f9,#14171c);color:light-dark(#1b2430,#e4e8ee)}',
  'main{max-width:32rem;padding:2rem}h1{font-size:1.4rem;margin:0 0 .5rem}p{margin:0;opacity:.8}',
  'small{display:block;margin-top:2rem;opacity:.6}',
].join('')

// Texts are ours alone: nothing that a visitor or a device sent is shown.
const pageOf = ({ status, title, advice }: TunnelRefusal): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>${advice}</p><small>${status} · Sshore</small></main>`

const safety = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

export const wantsPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  (headers.accept ?? '').includes('text/html')

/** Nothing must have been sent before. */
export function refuse(request: IncomingMessage, response: ServerResponse, told: TunnelRefusal): void {
  const asPage = wantsPage(request)
  const { title, advice, code, retryAfterSeconds } = told
  const body = asPage ? pageOf(told) : JSON.stringify({ message: `${title} ${advice}`, code })
  response.writeHead(told.status, {
    ...safety,
    'Content-Type': asPage ? 'text/html; charset=utf-8' : 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': retryAfterSeconds }),
    // A body that nobody reads would stand in the way of the next request.
    ...(request.complete ? {} : { Connection: 'close' }),
  })
  response.end(body)
}

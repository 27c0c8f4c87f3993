// A request as the service behind a tunnel gets it.
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { TunnelTarget } from '@sshore/contract'
import { requestLines } from './header-fields.ts'

/** What the tunnel knows of the visitor, and tells the service. */
export interface Forwarded {
  readonly ip: string
  /** `host[:port]` that the visitor used. */
  readonly host: string
  readonly scheme: 'http' | 'https'
}

/** The service as it knows itself. */
export function authorityOf({ host, port }: Pick<TunnelTarget, 'host' | 'port'>): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === 80 ? name : `${name}:${port}`
}

/**
 * Whether the request can be passed on at all: one Host, a path of its own, and no transfer coding but chunked (RFC 9112, sections 3.2,
 * 3.2.1 and 6.1; the parser tells of another coding only behind the head).
 */
export function isOrdinary({ url = '', method, rawHeaders, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  if (hosts !== 1) return false
  return url.startsWith('/') ? /^[\x21-\x7e]+$/.test(url) : url === '*' && method === 'OPTIONS'
}

export type RequestBody = { readonly kind: 'none' | 'chunked' } | { readonly kind: 'length'; readonly text: string }

/** Node's parser has refused whatever names both, or one of them twice. */
export function bodyOf({ headers }: IncomingMessage): RequestBody {
  if (headers['transfer-encoding'] !== undefined) return { kind: 'chunked' }
  const text = headers['content-length']
  return text === undefined ? { kind: 'none' } : { kind: 'length', text }
}

/** With the empty line. `upgrade`: asks for a WebSocket. */
export function requestHead(
  request: IncomingMessage,
  target: TunnelTarget,
  { ip, host, scheme }: Forwarded,
  ourCookies: readonly string[],
  upgrade: boolean,
): Buffer {
  const body = bodyOf(request)
  const framing =
    body.kind === 'chunked'
      ? 'Transfer-Encoding: chunked\r\n'
      : body.kind === 'length'
        ? `Content-Length: ${body.text}\r\n`
        : ''
  const first = `${request.method} ${request.url} HTTP/1.1\r\nHost: ${authorityOf(target)}\r\n`
  const passed = requestLines(request.rawHeaders, ourCookies)
  const ours = `X-Forwarded-For: ${ip}\r\nX-Forwarded-Host: ${host}\r\nX-Forwarded-Proto: ${scheme}\r\nX-Real-IP: ${ip}\r\n`
  const last = upgrade ? 'Connection: Upgrade\r\nUpgrade: websocket\r\n' : ''
  return Buffer.from(`${first}${passed}${ours}${framing}${last}\r\n`, 'latin1')
}

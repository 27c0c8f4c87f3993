// The door of tunnels that are for members: a browser is sent to the console, comes back with a code, and gets a pass, which
// it keeps as a cookie of this one tunnel. Neither cookie ever reaches the service behind the tunnel.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@sshore/client'
import { limits, type TunnelAddress } from '@sshore/contract'
import { refusals, refuse, wantsPage } from './refusals.ts'

export interface GateOptions {
  readonly client: Client
  readonly scheme: 'http' | 'https'
  /** Of the console, without a path. */
  readonly consoleUrl: () => string
}

const { entryPath, consolePath, stateChars } = limits.tunnels
const stateSeconds = 600
const statePattern = new RegExp(`^[A-Za-z0-9_-]{1,${stateChars}}$`)

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

/** A path of this tunnel and nothing else, whatever was asked for: `//elsewhere` is a host to a browser. */
function ownPath(text: string | null): string {
  if (text === null || !URL.canParse(text, 'http://tunnel')) return '/'
  const { origin, pathname, search } = new URL(text, 'http://tunnel')
  return origin === 'http://tunnel' && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}

export class Gate {
  readonly #options: GateOptions
  readonly #names: { readonly pass: string; readonly state: string }
  readonly #attributes: string

  constructor(options: GateOptions) {
    this.#options = options
    // The prefix makes browsers take it from this very host only, by HTTPS (draft-ietf-httpbis-rfc6265bis, section 4.1.3.2).
    const prefix = options.scheme === 'https' ? '__Host-' : ''
    this.#names = { pass: `${prefix}sshore-pass`, state: `${prefix}sshore-entry` }
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${options.scheme === 'https' ? '; Secure' : ''}`
  }

  /** Names of cookies that no service may see. */
  get cookies(): readonly string[] {
    return [this.#names.pass, this.#names.state]
  }

  passOf({ headers }: IncomingMessage): string | undefined {
    const pass = cookieOf(headers.cookie, this.#names.pass)
    return pass !== undefined && pass.length <= limits.tunnels.passChars ? pass : undefined
  }

  /**
   * Whether a page of somewhere else makes the browser ask. Tunnels are one site to browsers, so that cookies go along between
   * them (https://www.w3.org/TR/fetch-metadata/); a link may be followed from anywhere.
   */
  isForeign({ headers, method = '' }: IncomingMessage, host: string): boolean {
    const site = headers['sec-fetch-site']
    const isLink = headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
    if ((site === 'same-site' || site === 'cross-site') && !isLink) return true
    const { origin } = headers
    return origin !== undefined && origin !== `${this.#options.scheme}://${host}`
  }

  isEntry(request: IncomingMessage): boolean {
    return request.url?.startsWith(`${entryPath}?`) === true
  }

  /** Sends a browser to the console; tells a program. */
  turnAway(request: IncomingMessage, response: ServerResponse, address: TunnelAddress): void {
    const asks = (request.method === 'GET' || request.method === 'HEAD') && wantsPage(request)
    if (!asks) {
      refuse(request, response, refusals.membersOnly)
      return
    }
    const known = cookieOf(request.headers.cookie, this.#names.state)
    // Several pages may be on their way at once.
    const state = known !== undefined && statePattern.test(known) ? known : randomBytes(24).toString('base64url')
    const query = new URLSearchParams({ address, state, path: request.url ?? '/' })
    this.#redirect(response, 302, `${this.#options.consoleUrl()}${consolePath}?${query.toString()}`, [
      this.#cookie(this.#names.state, state, stateSeconds),
    ])
  }

  /** Takes the code that the browser brings. Rejects when the server does not answer. */
  async enter(request: IncomingMessage, response: ServerResponse, address: TunnelAddress): Promise<void> {
    const query = new URLSearchParams(request.url?.slice(entryPath.length + 1))
    const code = query.get('code') ?? ''
    const cookie = cookieOf(request.headers.cookie, this.#names.state)
    const state = cookie !== undefined && statePattern.test(cookie) ? cookie : undefined
    const body = { code: code.slice(0, 128), ...(state === undefined ? {} : { state }) }
    const redeemed = await this.#options.client.redeemTunnelCode({ params: { address }, body })
    if (redeemed.body.outcome !== 'good') {
      refuse(request, response, refusals.entryOver)
      return
    }
    const { pass, seconds } = redeemed.body
    this.#redirect(response, 303, ownPath(query.get('path')), [
      this.#cookie(this.#names.pass, pass, seconds),
      this.#cookie(this.#names.state, '', 0),
    ])
  }

  #cookie(name: string, value: string, seconds: number): string {
    return `${name}=${value}; Max-Age=${seconds}; ${this.#attributes}`
  }

  #redirect(response: ServerResponse, status: number, location: string, cookies: readonly string[]): void {
    const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'Content-Length': 0 }
    response.writeHead(status, { ...headers, Location: location, 'Set-Cookie': [...cookies] })
    response.end()
  }
}

// Where HTTP tunnels are, and how their requests get past the console, which has the same port.
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Gateway, GatewayOptions } from '@sshore/gateway'
import type { ServerOptions } from '@sshore/server'
import type { Config } from '../config/variables.ts'
import { consoleUrl } from './addresses.ts'

type TunnelsConfig = Pick<Config, 'host'> & Partial<Pick<Config, 'publicUrl' | 'tunnelsDomain'>>

interface Tunnels {
  readonly server: Pick<ServerOptions, 'tunnels'>
  readonly gateway: Pick<GatewayOptions, 'tunnels'>
}

/** They are reached as the console is: by the scheme and port of its public address, or at the port itself. */
export function tunnelsOf({ host, publicUrl, tunnelsDomain: domain }: TunnelsConfig, httpPort: () => number): Tunnels {
  if (!domain) return { server: {}, gateway: {} }
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  const scheme = known?.protocol === 'https:' ? 'https' : 'http'
  const port = known ? (known.port === '' ? undefined : () => Number(known.port)) : httpPort
  const console = () => consoleUrl(publicUrl, host, httpPort())
  const consoleHost = known?.hostname
  return {
    server: { tunnels: { domain, scheme, port } },
    gateway: { tunnels: { domain, scheme, consoleUrl: console, consoleHost } },
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Requests for tunnels go to the gateway before the server sees them. The server allows a request half a minute to arrive, which is
 * too little for what is uploaded through a tunnel: there, the gateway ends who is too slow.
 */
export function carryRequests(http: HttpServer, gateway: Gateway): void {
  const requests = http.listeners('request')
  http.removeAllListeners('request')
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (gateway.acceptRequest(request, response)) return
    for (const listener of requests) Reflect.apply(listener, http, [request, response])
  })
  const errors = http.listeners('clientError')
  http.removeAllListeners('clientError')
  http.on('clientError', (error: Error, socket: Duplex) => {
    if (codeOf(error) === 'ERR_HTTP_REQUEST_TIMEOUT' && gateway.isBusy(socket)) return
    for (const listener of errors) Reflect.apply(listener, http, [error, socket])
  })
}

// Where an engine listens, as Docker's own tools write it: `unix:///run/docker.sock` or `tcp://host:2376`.
import type { LookupFunction } from 'node:net'

/** PEM texts of TLS with client certificates. */
export interface EngineTls {
  readonly ca: string
  readonly cert: string
  readonly key: string
}

export type EngineAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | {
      readonly kind: 'tcp'
      readonly host: string
      readonly port: number
      readonly tls?: EngineTls
      /** Resolves the name of the host; the system's own way when absent. */
      readonly lookup?: LookupFunction
    }

/** Ports that engines have by convention. */
export const enginePorts = { plain: 2375, tls: 2376 } as const

/** For messages. */
export function addressText(address: EngineAddress): string {
  if (address.kind === 'socket') return address.path
  return address.host.includes(':') ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`
}

const defaultSocket = '/var/run/docker.sock'

/** Undefined when the text is no address of an engine. Absent text: the usual socket. */
export function parseEngineAddress(text: string | undefined, tls?: EngineTls): EngineAddress | undefined {
  if (text === undefined) return { kind: 'socket', path: defaultSocket }
  const socket = /^(?:unix:\/\/)?(\/.+)$/.exec(text)?.[1]
  if (socket !== undefined) return { kind: 'socket', path: socket }
  const url = URL.parse(text)
  if (url?.protocol !== 'tcp:' || url.hostname === '' || (url.pathname !== '' && url.pathname !== '/')) return undefined
  const port = url.port === '' ? (tls ? enginePorts.tls : enginePorts.plain) : Number(url.port)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { kind: 'tcp', host, port, ...(tls ? { tls } : {}) }
}

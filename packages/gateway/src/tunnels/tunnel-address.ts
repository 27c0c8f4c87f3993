// Which tunnel a request is for, by the name of the host it names.
import type { TunnelAddress } from '@sshore/contract'

const addressPattern = /^[0-9a-f]{32}$/

export interface Place {
  /** Lower-case. */
  readonly domain: string
  /** Name of the console, should it be under the domain. */
  readonly consoleHost?: string | undefined
}

/** `address` undefined: a name under the domain, and no tunnel. Undefined: nothing of tunnels, as is the domain itself. */
export function tunnelOf(
  host: string,
  { domain, consoleHost }: Place,
): { readonly address: TunnelAddress | undefined } | undefined {
  const colon = host.indexOf(':')
  const name = (colon < 0 ? host : host.slice(0, colon)).toLowerCase()
  const dot = name.length - domain.length - 1
  if (dot < 1 || name.charAt(dot) !== '.' || !name.endsWith(domain) || name === consoleHost) return undefined
  const label = name.slice(0, dot)
  return { address: addressPattern.test(label) ? (label as TunnelAddress) : undefined }
}

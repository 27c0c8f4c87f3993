import { isIPv6 } from 'node:net'

/** An address as it stands in a URL (RFC 3986 section 3.2.2). */
const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host)

/** Where this machine reaches what listens on `host`: the addresses that stand for "every" cannot be dialled. */
export const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

export const isLoopback = (host: string): boolean => host === '::1' || host.startsWith('127.')

/** The console's address for links that are printed. */
export const consoleUrl = (publicUrl: string | undefined, host: string, port: number): string =>
  publicUrl ?? `http://${inUrl(reachable(host))}:${port}`

export const setupLink = (base: string, sign: string): string => `${base}/setup?sign=${sign}`

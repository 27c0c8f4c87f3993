// Which pages may open a terminal (RFC 6455 section 10.2): browsers let any page open a WebSocket to anywhere.

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Whether the page is ours: from the public address, or from the host that the request is for. Clients that are no browsers
 * name no origin; they have to have a ticket like everybody.
 */
export function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  const page = parsed(origin)
  if (!page || !/^https?:$/.test(page.protocol)) return false
  if (publicUrl !== undefined && page.origin === parsed(publicUrl)?.origin) return true
  // Behind a proxy that ends TLS the scheme here says nothing; the default ports of both are left out of both.
  const own = parsed(`${page.protocol}//${host}`)
  return host !== '' && own !== undefined && own.host === page.host
}

// Single sign-on: away to the identity provider, and back with a ticket that only this browser can use.
const key = 'sshore.saml'

const text = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Kept in this tab until the browser is back; undefined where the browser cannot (pages without HTTPS). */
export async function newChallenge(): Promise<string | undefined> {
  if (!window.isSecureContext) return undefined
  const verifier = text(crypto.getRandomValues(new Uint8Array(32)))
  window.sessionStorage.setItem(key, verifier)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return text(new Uint8Array(digest))
}

/** What the challenge was made of; once. */
export function takeVerifier(): string | undefined {
  const verifier = window.sessionStorage.getItem(key) ?? undefined
  window.sessionStorage.removeItem(key)
  return verifier
}

const linkKey = 'sshore.saml-link'

export interface WaitingLink {
  readonly ticket: string
  readonly verifier?: string
}

/** Keeps what came back for an account that has to be proved first, until its owner has signed in. */
export function keepLink(ticket: string): void {
  const verifier = takeVerifier()
  const link: WaitingLink = { ticket, ...(verifier === undefined ? {} : { verifier }) }
  window.sessionStorage.setItem(linkKey, JSON.stringify(link))
}

export function waitingLink(): WaitingLink | undefined {
  const value: unknown = JSON.parse(window.sessionStorage.getItem(linkKey) ?? 'null')
  if (typeof value !== 'object' || value === null || !('ticket' in value)) return undefined
  const { ticket } = value
  const verifier: unknown = 'verifier' in value ? value.verifier : undefined
  if (typeof ticket !== 'string') return undefined
  return typeof verifier === 'string' ? { ticket, verifier } : { ticket }
}

export const forgetLink = (): void => window.sessionStorage.removeItem(linkKey)

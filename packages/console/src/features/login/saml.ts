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

/** On every reply. Nothing of ours is meant to be framed, sniffed or told to other sites. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/**
 * Once a browser has come by HTTPS it shall never come otherwise (RFC 6797): half a year, renewed at each visit, and for this
 * name alone, because others of the domain are not ours to speak for.
 */
export const transportSecurity = (publicUrl: string | undefined): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https://') ? { 'Strict-Transport-Security': 'max-age=15552000' } : {}

/** Replies of the API are data: not to be kept by anybody on the way, and inert if a browser is led to show them. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/**
 * Scripts come from files of ours alone, WebAssembly too (`wasm-unsafe-eval`, which allows no script to be made of text): the
 * player of recordings has its terminal in it. Styles may be inline: the console's component library and the terminal write `<style>`
 * elements at run time, and a style sheet cannot run code.
 */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

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

/** For pages of ours, whose scripts come from `scripts` alone. Styles may be inline: a style sheet cannot run code. */
export const pagePolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The player of recordings has its terminal in WebAssembly (`wasm-unsafe-eval`, which allows no script to be made of text). The
 * component library and the terminal write `<style>` elements at run time.
 */
export const consolePolicy = pagePolicy(["'wasm-unsafe-eval'"])

// Cookies as far as we need them (RFC 6265): values of ours have nothing in them that would need an encoding.

/** The first of that name in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [known = '', ...value] = part.split('=')
    if (known.trim() === name) return value.join('=').trim()
  }
  return undefined
}

export interface CookiePlace {
  readonly path: string
  /** Whether it may travel by HTTPS alone. */
  readonly secure: boolean
}

/** A cookie that goes with the browser; with an empty value, at once. */
export const cookieText = (name: string, value: string, { path, secure }: CookiePlace): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    ...(value === '' ? ['Max-Age=0'] : []),
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

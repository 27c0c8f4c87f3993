// The SSH user name says who and where: `login@namespace.device`, or `login@uid`.

export interface LoginAddress {
  /** Login name on the device. */
  readonly login: string
  /** `namespace.device` or a device's uid. */
  readonly address: string
}

/**
 * Splits at the first `@`: neither a namespace nor a device can contain one, and login names of directory services
 * that do are written with a backslash by their own tools.
 */
export function parseLoginAddress(user: string): LoginAddress | undefined {
  const at = user.indexOf('@')
  if (at <= 0 || at === user.length - 1) return undefined
  const login = user.slice(0, at)
  const address = user.slice(at + 1)
  // Control characters would travel into logs and terminals; no account has them.
  // oxlint-disable-next-line no-control-regex
  if (login.length > 255 || address.length > 255 || /[\u0000-\u001F\u007F@\s]/.test(address + login)) return undefined
  return { login, address }
}

// Environment variables a client may set on the device. Everything else is ignored without a word, as sshd does:
// variables such as LD_PRELOAD or BASH_ENV would run code before the login shell decides anything.

const allowed = new Set(['LANG', 'LANGUAGE', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'NO_COLOR', 'TZ'])
const variablesMost = 64
const valueCharsMost = 1024

function isAllowed(name: string): boolean {
  return allowed.has(name) || /^LC_[A-Z0-9_]{1,32}$/.test(name)
}

/** Adds the variable if it is allowed; tells whether it was. */
export function addVariable(environment: Record<string, string>, name: string, value: string): boolean {
  const known = Object.hasOwn(environment, name)
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!isAllowed(name) || value.length > valueCharsMost || /[\u0000-\u001F\u007F]/.test(value)) return false
  if (!known && Object.keys(environment).length >= variablesMost) return false
  // Up to four directories above, TZ can name any file for the C library to parse.
  if (name === 'TZ' && !/^[A-Za-z0-9_+,:<>/-]{1,64}$/.test(value)) return false
  environment[name] = value
  return true
}

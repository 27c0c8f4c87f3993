// Environment variables that an SSH client may set on a device: what a terminal and its language need. Variables such as
// LD_PRELOAD or BASH_ENV would run code before the login shell decides anything.

const names = new Set(['LANG', 'LANGUAGE', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'NO_COLOR'])

/** The gateway drops other variables, and so does the agent, which trusts no gateway with them. */
export const clientMaySet = (name: string): boolean => names.has(name) || /^LC_[A-Z0-9_]{1,32}$/.test(name)

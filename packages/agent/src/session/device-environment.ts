// What the device's own files say about every login's environment, as Debian's PAM configuration for sshd reads them.
import { linesOf } from '../login/accounts.ts'

export type Assignments = Readonly<Record<string, string>>

/** A backslash at the end of a line joins it with the next. */
const joined = (lines: readonly string[]): readonly string[] => lines.join('\n').replaceAll('\\\n', '').split('\n')

/** pam_env takes quotes off a value that starts with one: all of them but those inside that others follow. */
function unquoted(value: string): string {
  if (!/^["']/.test(value)) return value
  return value.slice(1).replace(/["']$/, '')
}

/** Lines `NAME=value` or `export NAME=value`, as pam_env(8) reads them: `#` starts a comment anywhere, no expansion. */
export function parseAssignments(lines: readonly string[]): Assignments {
  const pairs = joined(lines).flatMap((line) => {
    const match = /^\s*(?:export )?([A-Za-z0-9_]+)=([^#]*)/.exec(line)
    return match?.[1] === undefined || match[2] === undefined ? [] : [[match[1], unquoted(match[2])] as const]
  })
  return Object.fromEntries(pairs)
}

/** `ENV_PATH` and `ENV_SUPATH` of login.defs(5), whose values may start with `PATH=`. */
function loginPath(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((candidate) => candidate.startsWith(`${name}\t`) || candidate.startsWith(`${name} `))
  return line
    ?.slice(name.length)
    .trim()
    .replace(/^PATH=/, '')
}

/** Built into Debian's sshd, which does not read login.defs. */
const debianPaths = {
  user: '/usr/local/bin:/usr/bin:/bin:/usr/games',
  root: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const

export interface DeviceDefaults {
  /** Lines of login.defs(5); undefined where the system's sshd has a search path of its own. */
  readonly loginDefinitions: readonly string[] | undefined
  /** /etc/environment, then /etc/default/locale over it. */
  readonly assignments: Assignments
  /** Whether PAM shows the message of the day at logins over SSH, and says so in the environment. */
  readonly motdByPam: boolean
}

export function searchPath(loginDefinitions: readonly string[] | undefined, isRoot: boolean): string {
  const usual = isRoot ? debianPaths.root : debianPaths.user
  return (loginDefinitions && loginPath(loginDefinitions, isRoot ? 'ENV_SUPATH' : 'ENV_PATH')) || usual
}

const isDebian = (): boolean => linesOf('/etc/debian_version').length > 0

/** Read at each session: an administrator who changes them expects the next login to see it. */
export function readDeviceDefaults(): DeviceDefaults {
  const read = (path: string): Assignments => parseAssignments(linesOf(path))
  return {
    loginDefinitions: isDebian() ? undefined : linesOf('/etc/login.defs'),
    assignments: { ...read('/etc/environment'), ...read('/etc/default/locale') },
    motdByPam: linesOf('/etc/pam.d/sshd').some((line) => /^session\s.*\bpam_motd\.so\b/.test(line)),
  }
}

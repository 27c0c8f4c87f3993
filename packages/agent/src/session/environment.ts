// The environment a login starts with, in the order OpenSSH's server builds it: what the account says, what the
// client may set, what the device's own files demand (they win over the client), and what the connection is.
import { clientMaySet, type LoginHeader } from '@sshore/contract'
import type { Account } from '../login/accounts.ts'
import { linesOf } from '../login/accounts.ts'

export type Environment = Readonly<Record<string, string>>

/** What Linux distributions use where login.defs(5) says nothing. */
const usualPaths = {
  user: '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games',
  root: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
} as const

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

/** Lines `NAME=value` or `export NAME=value`, as pam_env reads them: comments and quotes, no expansion. */
export function parseAssignments(lines: readonly string[]): Environment {
  const pairs = lines.flatMap((line) => {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*?)\s*$/.exec(line)
    return match?.[1] === undefined || match[2] === undefined ? [] : [[match[1], unquoted(match[2])] as const]
  })
  return Object.fromEntries(pairs)
}

/** `ENV_PATH` and `ENV_SUPATH` of login.defs(5), whose values may start with `PATH=`. */
export function searchPath(loginDefinitions: readonly string[], isRoot: boolean): string {
  const name = isRoot ? 'ENV_SUPATH' : 'ENV_PATH'
  const line = loginDefinitions.find(
    (candidate) => candidate.startsWith(`${name}\t`) || candidate.startsWith(`${name} `),
  )
  const value = line
    ?.slice(name.length)
    .trim()
    .replace(/^PATH=/, '')
  return value || (isRoot ? usualPaths.root : usualPaths.user)
}

export interface DeviceDefaults {
  readonly loginDefinitions: readonly string[]
  /** /etc/environment, then /etc/default/locale over it. */
  readonly assignments: Environment
}

/** Read at each session: an administrator who changes them expects the next login to see it. */
export function readDeviceDefaults(): DeviceDefaults {
  const assignments = parseAssignments([...linesOf('/etc/environment'), ...linesOf('/etc/default/locale')])
  return { loginDefinitions: linesOf('/etc/login.defs'), assignments }
}

export interface EnvironmentRequest {
  readonly account: Account
  readonly login: Pick<LoginHeader, 'client' | 'server'>
  /** Path of the socket of the client's ssh-agent. */
  readonly sshAgent?: string | undefined
  /** What the client asked for. */
  readonly requested: Environment
  readonly terminal: { readonly path: string; readonly term: string } | undefined
  readonly mailbox: string | undefined
  readonly defaults: DeviceDefaults
}

export function sessionEnvironment(request: EnvironmentRequest): Environment {
  const { account, login, requested, terminal, mailbox, defaults, sshAgent } = request
  const { client, server } = login
  const allowed = Object.entries(requested).filter(([name, value]) => !value.includes('\0') && clientMaySet(name))
  return {
    ...Object.fromEntries(allowed),
    USER: account.username,
    LOGNAME: account.username,
    HOME: account.home,
    PATH: searchPath(defaults.loginDefinitions, account.uid === 0),
    SHELL: account.shell,
    ...(mailbox === undefined ? {} : { MAIL: mailbox }),
    ...defaults.assignments,
    SSH_CLIENT: `${client.address} ${client.port} ${server.port}`,
    SSH_CONNECTION: `${client.address} ${client.port} ${server.address} ${server.port}`,
    ...(sshAgent === undefined ? {} : { SSH_AUTH_SOCK: sshAgent }),
    ...(terminal === undefined ? {} : { SSH_TTY: terminal.path, TERM: terminal.term || 'dumb' }),
  }
}

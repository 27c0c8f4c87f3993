// The environment a login starts with, in the order OpenSSH's server builds it: what the account says, what the
// client may set, what the device's own files demand (they win over the client), and what the connection is.
import { clientMaySet, type LoginHeader } from '@sshore/contract'
import type { Account } from '../login/accounts.ts'
import { type DeviceDefaults, searchPath } from './device-environment.ts'

export type Environment = Readonly<Record<string, string>>

export interface EnvironmentRequest {
  readonly account: Account
  readonly login: Pick<LoginHeader, 'client' | 'server'>
  /** Path of the socket of the client's ssh-agent. */
  readonly sshAgent?: string | undefined
  /** What the client asked for. */
  readonly requested: Environment
  readonly terminal: { readonly path: string; readonly term: string } | undefined
  readonly mailbox: string | undefined
  /** What the client asked for, when a forced command runs instead. */
  readonly originalCommand?: string | undefined
  readonly defaults: DeviceDefaults
}

export function sessionEnvironment(request: EnvironmentRequest): Environment {
  const { account, login, requested, terminal, mailbox, defaults, sshAgent, originalCommand } = request
  const { client, server } = login
  const allowed = Object.entries(requested).filter(([name, value]) => !value.includes('\0') && clientMaySet(name))
  return {
    ...Object.fromEntries(allowed),
    USER: account.username,
    LOGNAME: account.username,
    HOME: account.home,
    PATH: searchPath(defaults.loginDefinitions, account.uid === 0),
    SHELL: account.shell,
    ...(defaults.motdByPam ? { MOTD_SHOWN: 'pam' } : {}),
    ...(mailbox === undefined ? {} : { MAIL: mailbox }),
    ...defaults.assignments,
    SSH_CLIENT: `${client.address} ${client.port} ${server.port}`,
    SSH_CONNECTION: `${client.address} ${client.port} ${server.address} ${server.port}`,
    ...(sshAgent === undefined ? {} : { SSH_AUTH_SOCK: sshAgent }),
    ...(originalCommand === undefined ? {} : { SSH_ORIGINAL_COMMAND: originalCommand.replaceAll('\0', '') }),
    ...(terminal === undefined ? {} : { SSH_TTY: terminal.path, TERM: terminal.term || 'dumb' }),
  }
}

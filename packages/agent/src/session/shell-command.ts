import { basename } from 'node:path'
import type { Program } from '@sshore/contract'
import type { Account } from '../login/accounts.ts'

/** Shells that take the name to be shown in messages (`$0`) after the command: `sh -c command name`. */
const shellsTakingName: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'rbash',
  'dash',
  'ash',
  'zsh',
  'ksh',
  'ksh93',
  'mksh',
  'lksh',
])

export interface ShellCommand {
  readonly path: string
  /** `argv[0]` first. */
  readonly argv: readonly string[]
}

/** What the user's shell is started with: a leading dash in `argv[0]` makes it a login shell. */
export function shellCommand(account: Account, program: Exclude<Program, { kind: 'subsystem' }>): ShellCommand {
  const name = basename(account.shell)
  if (program.kind === 'shell') return { path: account.shell, argv: [`-${name}`] }
  return { path: account.shell, argv: [name, '-c', program.command] }
}

/**
 * The same for launchers that cannot set `argv[0]` (setpriv and the like): the shell sees its path there, so it is told
 * the name that sshd would have given it where it has a way to take it.
 */
export function directCommand(account: Account, command: string): readonly string[] {
  const name = basename(account.shell)
  return [account.shell, '-c', command, ...(shellsTakingName.has(name) ? [name] : [])]
}

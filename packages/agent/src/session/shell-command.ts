import { basename } from 'node:path'
import { isPosixShell, type Program } from '@sshore/contract'
import type { Account } from '../login/accounts.ts'

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
  return [account.shell, '-c', command, ...(isPosixShell(name) ? [name] : [])]
}

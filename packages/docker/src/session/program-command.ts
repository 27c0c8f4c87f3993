// How a program is started in a container: by a few lines of shell that say their process id first, so that it is known
// that the program runs and what a signal goes to.
import { randomBytes } from 'node:crypto'
import { clientMaySet, isPosixShell, type LoginHeader, type Program } from '@sshore/contract'
import { bytesOfText, holdsBytes } from '@sshore/link'
import { oneLine } from '../engine/engine-failure.ts'
import type { Account } from '../login/accounts.ts'

/** For accounts whose own shell does not understand the lines below. */
const usualShell = '/bin/sh'

const here = 'cd -- "$HOME" 2>/dev/null || cd /'
/** A terminal has its size only after it was made: the program waits until it has. */
const scripts = {
  pipes: `echo "$1 $$"; shift; ${here}; exec "$@"`,
  terminal: `echo "$1 $$"; IFS= read -r _; shift; ${here}; exec "$@"`,
} as const

export interface ProgramCommand {
  readonly command: readonly string[]
  /** What the first line of output begins with. */
  readonly mark: string
}

/** The engine's JSON has no room for bytes that are no UTF-8: the shell makes them again (POSIX, printf(1), `%b`). */
function commandWords(command: string): readonly string[] {
  if (!holdsBytes(command)) return [command]
  const escaped = Array.from(bytesOfText(command), (byte) =>
    byte >= 0x80 || byte === 0x5c ? `\\0${byte.toString(8).padStart(3, '0')}` : String.fromCodePoint(byte),
  )
  return ['eval "$(printf %b "$0")"', escaped.join('')]
}

/** The shell that reads our own lines. */
export const scriptShell = ({ shell }: Account): string => (isPosixShell(shell) ? shell : usualShell)

export function programCommand(
  account: Account,
  program: Exclude<Program, { kind: 'subsystem' }>,
  on: keyof typeof scripts,
): ProgramCommand {
  const mark = `sshore-${randomBytes(12).toString('hex')}`
  const words =
    program.kind === 'shell' ? [account.shell, '-l'] : [account.shell, '-c', ...commandWords(program.command)]
  return { command: [scriptShell(account), '-c', scripts[on], 'sshore', mark, ...words], mark }
}

/** The process and all that it started in its group, or it alone where the group is gone. */
export function signalCommand(account: Account, processId: number, name: string): readonly string[] {
  const script = 'kill -s "$1" -- "-$2" 2>/dev/null || kill -s "$1" "$2"'
  return [scriptShell(account), '-c', script, 'sshore', name, String(processId)]
}

/** On top of what the container was started with, its search path among it. */
export function programEnvironment(
  { username, home, shell }: Account,
  { client, server }: Pick<LoginHeader, 'client' | 'server'>,
  requested: Readonly<Record<string, string>>,
  more: { readonly term?: string | undefined; readonly originalCommand?: string | undefined },
): Readonly<Record<string, string>> {
  const allowed = Object.entries(requested).filter(([name, value]) => clientMaySet(name) && !value.includes('\0'))
  return {
    ...Object.fromEntries(allowed),
    USER: username,
    LOGNAME: username,
    HOME: home,
    SHELL: shell,
    SSH_CLIENT: `${client.address} ${client.port} ${server.port}`,
    SSH_CONNECTION: `${client.address} ${client.port} ${server.address} ${server.port}`,
    ...(more.term === undefined ? {} : { TERM: oneLine(more.term) || 'dumb' }),
    ...(more.originalCommand === undefined ? {} : { SSH_ORIGINAL_COMMAND: more.originalCommand.replaceAll('\0', '') }),
  }
}

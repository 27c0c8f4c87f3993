// Real processes behind the channels of an agent's SSH server.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { PseudoTtyInfo, ServerChannel } from 'ssh2'
import type { Account } from './accounts.ts'
import type { StockAgentQuirks } from './quirks.ts'

export interface Terminal extends PseudoTtyInfo {
  readonly term: string
}

export interface Request {
  readonly account: Account
  readonly environment: Readonly<Record<string, string>>
  readonly terminal: Terminal | undefined
  /** Undefined: the login shell. */
  readonly command: string | undefined
}

const become = (account: Account): string[] =>
  process.getuid?.() === 0
    ? ['setpriv', '--reuid', String(account.uid), '--regid', String(account.gid), '--init-groups', '--']
    : []

function start({ account, environment, terminal, command }: Request): ChildProcess {
  const shell = command === undefined ? [account.shell, '--login'] : [account.shell, '-c', command]
  const own = { HOME: account.home, SHELL: account.shell, USER: account.name, LOGNAME: account.name }
  const env = { TERM: terminal?.term ?? 'xterm', ...own, ...environment }
  if (terminal) {
    const size = [String(terminal.cols), String(terminal.rows)]
    const argv = [join(import.meta.dirname, 'terminal.py'), account.name, ...size, ...shell]
    return spawn('/usr/bin/python3', argv, { env, stdio: ['pipe', 'pipe', 'inherit', 'pipe'] })
  }
  const [program = '', ...argv] = [...become(account), ...shell]
  return spawn(program, argv, { env, cwd: account.home, stdio: 'pipe' })
}

/** Runs what was asked for on the channel; returns what resizes its terminal. */
export function runProgram(
  channel: ServerChannel,
  request: Request,
  quirks: StockAgentQuirks,
): (columns: number, rows: number) => void {
  const child = start(request)
  const { stdin, stdout, stderr, stdio } = child
  if (!stdin || !stdout) throw new Error('no pipes')
  stdin.on('error', () => undefined)
  channel.on('error', () => undefined)
  channel.pipe(stdin)
  stdout.pipe(channel, { end: false })
  stderr?.pipe(quirks.mergesErrors ? channel : channel.stderr, { end: false })
  // Only the child itself: what it has started is left alone, as real agents do.
  channel.once('close', () => child.kill('SIGKILL'))
  child.once('close', (code) => {
    const isShell = request.terminal !== undefined && request.command === undefined
    // What a signal has ended shows as -1.
    channel.exit(isShell && quirks.terminalsEndWithZero ? 0 : (code ?? 0xff_ff_ff_ff))
    channel.end()
  })
  // The typings know no more than the three usual pipes.
  const control: unknown = stdio[3]
  return (columns, rows) => {
    if (isWritable(control) && !quirks.connector) control.write(`${columns} ${rows}\n`)
  }
}

const isWritable = (stream: unknown): stream is Writable =>
  typeof stream === 'object' && stream !== null && 'write' in stream

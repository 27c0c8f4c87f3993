// The real OpenSSH programs, told where the gateway is and nothing else: no configuration, no agent, no keys of this machine.
import { type Background, background } from './background.ts'
import { type Ran, run, type RunOptions } from './run.ts'

export interface SshTarget {
  readonly port: number
  readonly knownHosts: string
  /** `login@namespace.device` */
  readonly user: string
  /** Private key files to offer, in order. */
  readonly keys?: readonly string[]
  /** Typed for the user by sshpass, with keys switched off. */
  readonly password?: string
  /** Further words, such as `-o` pairs. */
  readonly options?: readonly string[]
}

const host = '127.0.0.1'

/** Options that ssh, scp and sftp share. */
export function sshOptions({ knownHosts, keys = [], password, options = [] }: SshTarget): string[] {
  const methods =
    password === undefined
      ? ['-o', 'BatchMode=yes', '-o', 'PreferredAuthentications=publickey']
      : ['-o', 'PubkeyAuthentication=no', '-o', 'NumberOfPasswordPrompts=1']
  return [
    ...['-F', 'none', '-o', 'IdentityAgent=none', '-o', 'IdentitiesOnly=yes', '-o', 'StrictHostKeyChecking=yes'],
    ...['-o', `UserKnownHostsFile=${knownHosts}`, '-o', 'ConnectTimeout=20', ...methods],
    ...keys.flatMap((key) => ['-i', key]),
    ...options,
  ]
}

const destination = (target: SshTarget): string => `${target.user}@${host}`

/** Puts `sshpass` before a command when the target has a password. */
function typed(target: SshTarget, program: string, argv: readonly string[]): [program: string, argv: string[]] {
  return target.password === undefined ? [program, [...argv]] : ['sshpass', ['-p', target.password, program, ...argv]]
}

/** The words of an ssh command; `words` is the remote command, already quoted for the remote shell. */
export const sshWords = (target: SshTarget, words: readonly string[] = [], options: readonly string[] = []): string[] => [
  ...['ssh', '-p', String(target.port), ...sshOptions(target), ...options, destination(target), ...words],
]

/** Without standard input, unless there is some in the options. */
export function ssh(target: SshTarget, words: readonly string[], options?: RunOptions): Promise<Ran> {
  const [program = '', ...argv] = sshWords(target, words)
  return run(...typed(target, program, argv), options)
}

/** An ssh that goes on beside the test. */
export function sshInBackground(target: SshTarget, words: readonly string[], options: readonly string[] = []): Background {
  const [program = '', ...argv] = sshWords(target, words, options)
  return background(...typed(target, program, argv))
}

/** `from` and `to` are local paths, or functions of the destination. */
export const remote = (target: SshTarget, path: string): string => `${destination(target)}:${path}`

export function scp(target: SshTarget, words: readonly string[], options?: RunOptions): Promise<Ran> {
  return run(...typed(target, 'scp', ['-P', String(target.port), ...sshOptions(target), ...words]), options)
}

/** Runs the commands of `batch`, one per line; ends at the first that fails. */
export function sftp(target: SshTarget, batch: string, options: RunOptions = {}): Promise<Ran> {
  const argv = ['-b', '-', '-P', String(target.port), ...sshOptions(target), destination(target)]
  return run(...typed(target, 'sftp', argv), { ...options, stdin: batch })
}

export function rsync(target: SshTarget, words: readonly string[], options?: RunOptions): Promise<Ran> {
  const overSsh = ['ssh', '-p', String(target.port), ...sshOptions(target)].join(' ')
  return run(...typed(target, 'rsync', ['-e', overSsh, ...words]), options)
}

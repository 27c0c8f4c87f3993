// The real OpenSSH programs, told where the gateway is and nothing else: no configuration, no ssh-agent, no keys of this machine.
import { join } from 'node:path'
import { type Background, background, type BackgroundOptions } from './background.ts'
import { type Ran, run, type RunOptions } from './run.ts'

export interface SshTarget {
  readonly port: number
  readonly knownHosts: string
  /** `login@namespace.device` */
  readonly user: string
  /** Private key files to offer, in order. */
  readonly keys?: readonly string[]
  /** The socket of an ssh-agent, brought to the device as well. Default none. */
  readonly agent?: string
  /** Given when ssh asks, with keys switched off. */
  readonly password?: string
  /** Further words, such as `-o` pairs. */
  readonly options?: readonly string[]
  /** Another ssh than this machine's. */
  readonly program?: string
}

const host = '127.0.0.1'
const askpass = join(import.meta.dirname, '../bin/askpass')

/** Options that ssh, scp and sftp share. */
export function sshOptions({ knownHosts, keys = [], agent, password, options = [] }: SshTarget): string[] {
  const methods =
    password === undefined
      ? ['-o', 'BatchMode=yes', '-o', 'PreferredAuthentications=publickey']
      : ['-o', 'PubkeyAuthentication=no', '-o', 'NumberOfPasswordPrompts=1']
  return [
    ...['-F', 'none', '-o', `IdentityAgent=${agent ?? 'none'}`, ...(agent === undefined ? [] : ['-A'])],
    ...['-o', 'IdentitiesOnly=yes', '-o', 'StrictHostKeyChecking=yes'],
    ...['-o', `UserKnownHostsFile=${knownHosts}`, '-o', 'ConnectTimeout=20', ...methods],
    ...keys.flatMap((key) => ['-i', key]),
    ...options,
  ]
}

const destination = (target: SshTarget): string => `${target.user}@${host}`

/** Lets ssh ask for the target's password, which takes a program of its own when there is no terminal. */
function withPassword<Options extends BackgroundOptions>(target: SshTarget, options: Options): Options {
  if (target.password === undefined) return options
  const asking = { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', TEST_PASSWORD: target.password }
  return { ...options, environment: { ...(options.environment ?? process.env), ...asking } }
}

/** The words of an ssh command; `words` is the remote command, already quoted for the remote shell. */
export const sshWords = (
  target: SshTarget,
  words: readonly string[] = [],
  options: readonly string[] = [],
): string[] => [
  ...[
    target.program ?? 'ssh',
    '-p',
    String(target.port),
    ...sshOptions(target),
    ...options,
    destination(target),
    ...words,
  ],
]

/** Without standard input, unless there is some in the options. */
export function ssh(target: SshTarget, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const [program = '', ...argv] = sshWords(target, words)
  return run(program, argv, withPassword(target, options))
}

/** An ssh that goes on beside the test. */
export function sshInBackground(
  target: SshTarget,
  words: readonly string[],
  options: readonly string[] = [],
): Background {
  const [program = '', ...argv] = sshWords(target, words, options)
  return background(program, argv, withPassword(target, {}))
}

/** A path on the device, as scp and rsync write it. */
export const remote = (target: SshTarget, path: string): string => `${destination(target)}:${path}`

export function scp(target: SshTarget, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return run('scp', ['-P', String(target.port), ...sshOptions(target), ...words], withPassword(target, options))
}

/** Runs the commands of `batch`, one per line; ends at the first that fails. */
export function sftp(target: SshTarget, batch: string, options: RunOptions = {}): Promise<Ran> {
  const argv = ['-b', '-', '-P', String(target.port), ...sshOptions(target), destination(target)]
  return run('sftp', argv, withPassword(target, { ...options, stdin: batch }))
}

export function rsync(target: SshTarget, words: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const overSsh = ['ssh', '-p', String(target.port), ...sshOptions(target)].join(' ')
  return run('rsync', ['-e', overSsh, ...words], withPassword(target, options))
}

// Drives the stock OpenSSH client of this machine.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: string
}

export interface KeyPair {
  readonly path: string
  /** The OpenSSH line. */
  readonly line: string
  readonly blob: Buffer
}

export class SshClient implements AsyncDisposable {
  readonly folder: string
  readonly #port: number
  #environment: Record<string, string> = {}
  readonly #started = new Set<ChildProcessWithoutNullStreams>()

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.#port = port
  }

  static async create(port: number): Promise<SshClient> {
    return new SshClient(await mkdtemp(join(tmpdir(), 'sshore-ssh-')), port)
  }

  /** `type` and `bits` as `ssh-keygen` takes them. */
  makeKey(name: string, type: string, bits?: number): KeyPair {
    const path = join(this.folder, name)
    const size = bits === undefined ? [] : ['-b', String(bits)]
    execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', name, '-f', path])
    const line = readFileSync(`${path}.pub`, 'utf8').trim()
    return { path, line, blob: Buffer.from(line.split(' ')[1] ?? '', 'base64') }
  }

  options(extra: readonly string[] = []): string[] {
    return [
      ...['-F', 'none', '-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${join(this.folder, 'known')}`],
      ...['-o', 'LogLevel=INFO', '-o', 'IdentitiesOnly=yes', '-o', 'IdentityAgent=none', '-o', 'ConnectTimeout=10'],
      ...extra,
    ]
  }

  /** What the client answers when it is asked for a password. */
  set password(password: string) {
    const path = join(this.folder, 'askpass')
    writeFileSync(path, `#!/bin/sh\necho "$1" >> '${path}.asked'\nprintf '%s\\n' '${password}'\n`, { mode: 0o700 })
    this.#environment = { SSH_ASKPASS: path, SSH_ASKPASS_REQUIRE: 'force' }
  }

  start(user: string, command: readonly string[], extra: readonly string[] = []): ChildProcessWithoutNullStreams {
    const port = ['-p', String(this.#port), '-o', `User=${user}`]
    const env = { PATH: '/usr/bin:/bin', TERM: 'xterm', ...this.#environment }
    const child = spawn('ssh', [...this.options(extra), ...port, '127.0.0.1', ...command], { env })
    this.#started.add(child)
    child.once('close', () => this.#started.delete(child))
    return child
  }

  run(
    user: string,
    command: readonly string[],
    extra: readonly string[] = [],
    input: Buffer | string = '',
  ): Promise<Finished> {
    const child = this.start(user, command, extra)
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    return finished(child)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#started) child.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}

export function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString() })
    })
  })
}

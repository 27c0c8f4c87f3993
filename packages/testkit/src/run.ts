// Runs a real program to its end and tells everything it left behind.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'

export interface RunOptions {
  /** Default: nothing to read. */
  readonly stdin?: string | Uint8Array
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  /** Killed after this time, which fails the run. Default 60. */
  readonly seconds?: number
  readonly uid?: number
  readonly gid?: number
}

export interface Ran {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: Buffer
  readonly stderrBytes: Buffer
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

export function run(program: string, argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { stdin, environment, cwd, seconds = 60, uid, gid } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, {
      ...(environment ? { env: environment } : {}),
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that a pipeline is ended as a whole when it takes too long.
      detached: true,
    })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
    const kill = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      const said = Buffer.concat(stderr).toString().slice(-2000)
      reject(new Error(`${program} ${argv.join(' ')} took longer than ${seconds} s. It said:\n${said}`))
    }
    const impatient = setTimeout(kill, seconds * 1000)
    child.once('error', (error) => {
      clearTimeout(impatient)
      reject(error)
    })
    child.once('close', (code, signal) => {
      clearTimeout(impatient)
      const stdoutBytes = Buffer.concat(stdout)
      const stderrBytes = Buffer.concat(stderr)
      resolve({
        code,
        signal,
        stdout: stdoutBytes.toString(),
        stderr: stderrBytes.toString(),
        stdoutBytes,
        stderrBytes,
      })
    })
    // A program that exits without reading its input breaks the pipe; its exit code says enough.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(stdin)
  })
}

/** Runs a pipeline under bash with `pipefail`. */
export const shell = (script: string, options?: RunOptions): Promise<Ran> =>
  run('bash', ['-o', 'pipefail', '-c', script], options)

/** A word as a POSIX shell reads it back. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

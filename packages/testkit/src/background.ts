// A real program that keeps running beside the test.
import { type ChildProcess, spawn } from 'node:child_process'
import { until } from './until.ts'

export interface Background extends AsyncDisposable {
  readonly pid: number
  readonly child: ChildProcess
  /** What it wrote so far. */
  stdout(): string
  stderr(): string
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
  write(text: string): void
  /** Waits until `pattern` is in what it wrote, to either output. */
  says(pattern: RegExp, seconds?: number): Promise<RegExpExecArray>
}

export interface BackgroundOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly uid?: number
  readonly gid?: number
}

export function background(program: string, argv: readonly string[], options: BackgroundOptions = {}): Background {
  const { environment, cwd, uid, gid } = options
  const child = spawn(program, argv, {
    ...(environment ? { env: environment } : {}),
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => undefined)
  let over = false
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      over = true
      resolve({ code, signal })
    })
  })
  return {
    pid: child.pid ?? 0,
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    kill: (signal) => void child.kill(signal),
    write: (text) => void child.stdin.write(text),
    async says(pattern, seconds = 20) {
      const find = (): RegExpExecArray | undefined => pattern.exec(stdout) ?? pattern.exec(stderr) ?? undefined
      await until('', () => over || find() !== undefined, { seconds }).catch(() => undefined)
      const found = find()
      if (found) return found
      const state = over ? 'has ended' : `still runs after ${seconds} s`
      throw new Error(`${program} ${state} and did not say ${pattern}. It said:\n${stdout}\n${stderr}`)
    },
    async [Symbol.asyncDispose]() {
      if (over) return
      // Output that a test left unread would keep the program from being over.
      child.stdout.destroy()
      child.stderr.destroy()
      child.kill('SIGTERM')
      const impatient = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(impatient)
    },
  }
}

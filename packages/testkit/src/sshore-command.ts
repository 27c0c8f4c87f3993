// The command `sshore` as a person runs it: a process of its own.
import { join } from 'node:path'
import { type Background, background } from './background.ts'
import { repositoryRoot } from './repository.ts'
import { type Ran, run, type RunOptions } from './run.ts'

const program = join(repositoryRoot, 'packages/sshore/bin/sshore')

/** This process's environment without the settings of any server. */
export function cleanEnvironment(settings: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SSHORE_'))
  return { ...Object.fromEntries(inherited), ...settings }
}

export function sshore(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  options: RunOptions = {},
): Promise<Ran> {
  return run(program, words, { environment: cleanEnvironment(settings), ...options })
}

export function sshoreInBackground(
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  user?: { readonly uid: number; readonly gid: number },
): Background {
  return background(program, words, {
    environment: cleanEnvironment(settings),
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
}

export interface ServerProcess extends AsyncDisposable {
  readonly process: Background
  readonly dataDir: string
  readonly httpPort: number
  readonly sshPort: number
}

/** A real `sshore server`, without a console. Ports stay the same at a later start when they are given. */
export async function startServerProcess(
  dataDir: string,
  ports: { readonly http: number; readonly ssh: number } = { http: 0, ssh: 0 },
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const process = sshoreInBackground(['server'], {
    SSHORE_DATA_DIR: dataDir,
    SSHORE_HTTP_PORT: String(ports.http),
    SSHORE_SSH_PORT: String(ports.ssh),
    SSHORE_LOG_FORMAT: 'json',
    // Nothing is served from there: these tests do not wait for a build.
    SSHORE_CONSOLE_DIR: dataDir,
    ...settings,
  })
  const [line] = await process.says(/^\{.*"msg":"server is ready".*$/m)
  const { httpPort, sshPort } = JSON.parse(line) as { httpPort: number; sshPort: number }
  return { process, dataDir, httpPort, sshPort, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
}

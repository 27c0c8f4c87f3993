// What `sshore login` keeps: one token for each server, readable by its owner alone.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '../config/config.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

export interface Login {
  readonly username: string
  readonly token: string
}

export interface Logins {
  /** The server that was signed in to last: meant where none is named. */
  readonly current?: string | undefined
  /** By the server's address. */
  readonly servers: Readonly<Record<string, Login>>
}

/** `$XDG_CONFIG_HOME/sshore/logins.json` (XDG Base Directory Specification). */
export const loginFile = (environment: Environment): string =>
  join(environment['XDG_CONFIG_HOME'] || join(environment['HOME'] || homedir(), '.config'), 'sshore', 'logins.json')

const isText = (value: unknown): value is string => typeof value === 'string'

function parse(text: string): Logins | undefined {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || !('servers' in value)) return undefined
  const { servers } = value
  if (typeof servers !== 'object' || servers === null) return undefined
  const known: Record<string, Login> = {}
  const entries: [string, unknown][] = Object.entries(servers)
  for (const [server, login] of entries) {
    if (typeof login !== 'object' || login === null || !('username' in login && 'token' in login)) continue
    const { username, token } = login
    if (isText(username) && isText(token)) known[server] = { username, token }
  }
  return { current: 'current' in value && isText(value.current) ? value.current : undefined, servers: known }
}

/** Nothing is there before the first login. */
export async function readLogins(environment: Environment): Promise<Logins> {
  const path = loginFile(environment)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return ''
    throw error
  })
  if (text === '') return { servers: {} }
  try {
    const logins = parse(text)
    if (logins) return logins
  } catch {
    // Not JSON: told below.
  }
  throw new CommandFailure(exitCodes.failed, 'login_file', `${path} is damaged; remove it and sign in again.`)
}

/** Replaces the file as a whole, so that no reader sees half of it. */
export async function writeLogins(environment: Environment, logins: Logins): Promise<void> {
  const path = loginFile(environment)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(logins, undefined, 2)}\n`, { mode: 0o600 })
  await chmod(fresh, 0o600)
  await rename(fresh, path)
}

// Who exists in a container: its own passwd(5), as far as it has one.
import type { Engine } from '../engine/engine.ts'

export interface Account {
  readonly username: string
  /** What the engine is told to run programs as: a name, so that groups are looked up, or a number. */
  readonly user: string
  readonly uid: number
  readonly home: string
  readonly shell: string
}

const fileBytesMost = 1024 * 1024
const defaultShell = '/bin/sh'
const loginName = /^[\w.][\w.@-]*\$?$/
/** A container without accounts has this one all the same. */
const rootWithoutFile: Account = { username: 'root', user: '0', uid: 0, home: '/', shell: defaultShell }

function parseAccount(line: string): Account | undefined {
  const [username, , uid, gid, , home, shell] = line.split(':')
  if (!username || uid === undefined || gid === undefined || !/^\d+$/.test(uid) || !/^\d+$/.test(gid)) return undefined
  return { username, user: username, uid: Number(uid), home: home || '/', shell: shell || defaultShell }
}

/** The line of one name in a file of the container's /etc, without the rest of the file. */
export async function findLine(
  engine: Engine,
  container: string,
  file: 'passwd' | 'shadow',
  username: string,
): Promise<{ readonly line: string | undefined } | undefined> {
  const bytes = await engine.readFile(container, `/etc/${file}`, fileBytesMost)
  if (!bytes) return undefined
  const line = bytes
    .toString('utf8')
    .split('\n')
    .find((candidate) => candidate.startsWith(`${username}:`))
  return { line }
}

/** The account of a login name. */
export async function findAccount(engine: Engine, container: string, username: string): Promise<Account | undefined> {
  if (!loginName.test(username)) return undefined
  const found = await findLine(engine, container, 'passwd', username)
  if (!found) return username === 'root' ? rootWithoutFile : undefined
  return found.line === undefined ? undefined : parseAccount(found.line)
}

const refusingShells = /\/(?:nologin|false)$/

/** The shell that the account gets: its own, or the usual one where its own is not in the container. */
export async function findShell(engine: Engine, container: string, account: Account): Promise<string | undefined> {
  if (refusingShells.test(account.shell)) return undefined
  for (const shell of new Set([account.shell, defaultShell])) {
    if (shell.startsWith('/') && (await engine.exists(container, shell))) return shell
  }
  return undefined
}

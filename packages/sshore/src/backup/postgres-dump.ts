// PostgreSQL's own programs save and restore its databases; they know every version of it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Environment } from '../config/config.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const run = promisify(execFile)

/** What the server's driver understands and PostgreSQL's library does not, in the library's words (libpq, section 34.1.2). */
function withLibraryWords({ searchParams }: URL): void {
  const encrypted = searchParams.get('ssl') === 'true' || searchParams.get('sslmode') === 'no-verify'
  for (const name of ['ssl', 'uselibpqcompat']) searchParams.delete(name)
  if (encrypted) searchParams.set('sslmode', 'require')
}

/** The address without its password, which others could see among the arguments, and the environment that carries it. */
function connection(url: string, environment: Environment): { readonly address: string; readonly env: Environment } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get('password') || ''
  address.password = ''
  address.searchParams.delete('password')
  withLibraryWords(address)
  return { address: address.href, env: { ...environment, ...(password === '' ? {} : { PGPASSWORD: password }) } }
}

/** Returns what it prints. */
async function call(program: string, words: readonly string[], env: Environment): Promise<string> {
  try {
    return (await run(program, [...words], { env, maxBuffer: 16 * 1024 * 1024 })).stdout
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    const message = `${program} failed: ${said || (cause instanceof Error ? cause.message : String(cause))}`
    throw new CommandFailure(exitCodes.failed, `${program}_failed`, message, { cause })
  }
}

/** Whether the program is there to be called. */
export async function isInstalled(
  program: 'pg_dump' | 'pg_restore' | 'psql',
  environment: Environment,
): Promise<boolean> {
  return run(program, ['--version'], { env: environment }).then(
    () => true,
    () => false,
  )
}

/** One consistent dump (custom format) into a new file, while others go on writing. */
export async function dumpPostgres(url: string, path: string, environment: Environment): Promise<void> {
  const { address, env } = connection(url, environment)
  await call(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`, `--dbname=${address}`],
    env,
  )
}

/** Fails with exit code 4 where anybody keeps anything. */
export async function refuseFullDatabase(url: string, environment: Environment): Promise<void> {
  const { address, env } = connection(url, environment)
  const tables = `select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
  const words = ['--no-psqlrc', '--no-align', '--tuples-only', `--command=${tables}`, `--dbname=${address}`]
  if (Number(await call('psql', words, env)) === 0) return
  const message = 'The database is not empty. A backup is restored into an empty one only: make one with createdb.'
  throw new CommandFailure(exitCodes.conflict, 'database_not_empty', message)
}

/** Into an empty database, wholly or not at all. */
export async function restorePostgres(url: string, path: string, environment: Environment): Promise<void> {
  const { address, env } = connection(url, environment)
  const words = [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    `--dbname=${address}`,
    path,
  ]
  await call('pg_restore', words, env)
}

// PostgreSQL's own programs save and restore its databases; they know every version of it.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Environment } from '../config/config.ts'
import { CommandFailure, exitCodes } from '../exit-codes.ts'

const run = promisify(execFile)

/** The address without its password, which others could see among the arguments, and the environment that carries it. */
function connection(url: string, environment: Environment): { readonly address: string; readonly env: Environment } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password) || address.searchParams.get('password') || ''
  address.password = ''
  address.searchParams.delete('password')
  return { address: address.href, env: { ...environment, ...(password === '' ? {} : { PGPASSWORD: password }) } }
}

async function call(program: string, words: readonly string[], env: Environment): Promise<void> {
  try {
    await run(program, [...words], { env, maxBuffer: 16 * 1024 * 1024 })
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    const message = `${program} failed: ${said || (cause instanceof Error ? cause.message : String(cause))}`
    throw new CommandFailure(exitCodes.failed, `${program}_failed`, message, { cause })
  }
}

/** Whether the program is there to be called. */
export async function isInstalled(program: 'pg_dump' | 'pg_restore', environment: Environment): Promise<boolean> {
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

import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Client, type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg'
import type { Logger } from 'pino'
import { migrate } from './migrate.ts'
import { type Outages, postgresDialect } from './postgres-dialect.ts'
import { isRefusal, isUnavailable } from './postgres-errors.ts'
import { DatabaseUnusableError } from './unusable.ts'
import type { Database, Tables } from './schema.ts'

/** PostgreSQL allows a hundred by default, so nine nodes may share one without a word in its settings. */
const connectionsMax = 10

const timeouts = {
  /** For a free connection of the pool, and for making one. */
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  /** Waiting for the transactions of others; `transact` lets them queue. */
  lock_timeout: 10_000,
  /** A node that hangs gives its locks back. */
  idle_in_transaction_session_timeout: 30_000,
  /** A network that swallows the answer. */
  query_timeout: 20_000,
} as const

const oldestVersion = 15
const int8 = 20

const typesOfOurs: CustomTypesConfig = {
  // Times and counts are far below 2^53.
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === int8 && format !== 'binary' ? Number : types.getTypeParser(oid, format),
}

/** The address without its password, for people. */
export function withoutPassword(url: string): string {
  const shown = URL.parse(url)
  if (!shown) return 'the database'
  if (shown.password !== '') shown.password = '***'
  if (shown.searchParams.has('password')) shown.searchParams.set('password', '***')
  return shown.href
}

/** Says once that the database is away, and once that it is back. */
function logged(log: Logger, url: string): Outages {
  let away = false
  return {
    failed(error) {
      if (!away) log.error({ err: error, database: withoutPassword(url) }, 'the database does not answer')
      away = true
    },
    succeeded() {
      if (away) log.info('the database answers again')
      away = false
    },
  }
}

function poolOf(url: string, settings: PoolConfig, outages: Outages): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'sshore',
    keepAlive: true,
    types: typesOfOurs,
    idleTimeoutMillis: 60_000,
    ...settings,
  })
  // Without a listener a connection that is lost while idle would end the process.
  pool.on('error', (error) => outages.failed(error))
  return pool
}

/** What will not change by waiting. */
function refusalOf(error: unknown, url: string): DatabaseUnusableError | undefined {
  if (!(error instanceof Error) || !isRefusal(error)) return undefined
  const message = `PostgreSQL at ${withoutPassword(url)} refuses: ${error.message}. Check user, password and database in SSHORE_DATABASE_URL.`
  return new DatabaseUnusableError('refused', message, { cause: error })
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
  )
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version < oldestVersion) {
    throw new DatabaseUnusableError(
      'refused',
      `PostgreSQL ${version} is too old; Sshore needs ${oldestVersion} or newer.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseUnusableError('refused', `The database is encoded as ${encoding}; create one with encoding UTF8.`)
  }
}

async function tryConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeouts.connectionTimeoutMillis })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await checkServer(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pauseMilliseconds = 1000

/** Returns when the database answers. Fails with `DatabaseUnusableError`: at once when it refuses, else after the patience. */
async function waitForServer({ url, log, patienceSeconds = 60 }: PostgresOptions): Promise<void> {
  const deadline = performance.now() + patienceSeconds * 1000
  const database = withoutPassword(url)
  for (;;) {
    try {
      return await tryConnection(url)
    } catch (error) {
      const refusal = refusalOf(error, url)
      if (refusal) throw refusal
      if (!isUnavailable(error)) throw error
      const reason = error instanceof Error ? error.message || String(error) : String(error)
      if (performance.now() > deadline) {
        const message = `PostgreSQL at ${database} could not be reached for ${patienceSeconds} s: ${reason}. Start it, or correct SSHORE_DATABASE_URL.`
        throw new DatabaseUnusableError('unreachable', message, { cause: error })
      }
      log.warn({ database, reason }, 'PostgreSQL cannot be reached; trying again')
      await sleep(pauseMilliseconds)
    }
  }
}

export interface PostgresOptions {
  /** `postgresql://user:password@host:port/database`, with what else the driver takes as query. */
  readonly url: string
  readonly log: Logger
  /** How long to wait for a server that does not answer. Default 60. */
  readonly patienceSeconds?: number
}

/**
 * Opens a database of PostgreSQL 15 or newer and brings its schema up to date; safe while other nodes do the same. Fails
 * with `DatabaseUnusableError`. Dispose with `destroy()`.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await waitForServer(options)
  const outages = logged(options.log, options.url)
  const open = (settings: PoolConfig): Database =>
    new Kysely<Tables>({ dialect: postgresDialect(poolOf(options.url, settings, outages), outages) })
  // A migration may take as long as it takes.
  const migrating = open({ max: 1 })
  try {
    await migrate(migrating)
  } finally {
    await migrating.destroy()
  }
  return open({ ...timeouts, max: connectionsMax })
}

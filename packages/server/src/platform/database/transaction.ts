// A transaction means the same on both engines: whoever reads and then writes does so alone. SQLite has one writer at a
// time; those who wait for it run one after the other and commit together. PostgreSQL would let two transactions read the
// same state and then act on it, so they take locks at their beginning: one that names what it is about waits for others
// of that name, one that names nothing for all. Why locks and not SERIALIZABLE: docs/decisions/0033.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isConflict, uniquenessViolatedOnPostgres } from './postgres-errors.ts'
import type { Database } from './schema.ts'
import { SharedCommitAdapter } from './sqlite-dialect.ts'

/** Transactions take it shared when they name what they are about, and for themselves when they do not. */
const everythingKey = 7_354_001

async function lock(transaction: Database, about: string | undefined): Promise<void> {
  // A statement of its own: what comes after it sees what others committed while it waited.
  await (
    about === undefined
      ? sql`select pg_advisory_xact_lock(${sql.lit(everythingKey)})`
      : sql`select pg_advisory_xact_lock_shared(${sql.lit(everythingKey)}), pg_advisory_xact_lock(hashtextextended(${about}, 0))`
  ).execute(transaction)
}

const attempts = 5

async function onPostgres<Result>(database: Database, run: (database: Database) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(run)
    } catch (error) {
      if (attempt === attempts || !isConflict(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/**
 * Runs in one transaction: the one that is open already, or a new one that commits when `run` returns. A new one is alone
 * with what it is `about` (the id of a namespace or a user; all it reads in order to write has to belong there), or with the
 * whole database when that is left out. `run` may be run again after a deadlock, so it keeps nothing outside of the
 * database.
 */
export function transact<Result>(
  database: Database,
  run: (database: Database) => Promise<Result>,
  about?: string,
): Promise<Result> {
  const alone = async (transaction: Database): Promise<Result> => {
    await lock(transaction, about)
    return run(transaction)
  }
  return inTransaction(database, run, alone)
}

/**
 * The same without a lock on PostgreSQL: for what nobody's rule depends on, and which must not wait until somebody has brought a
 * whole namespace in.
 */
export const transactFreely = <Result>(
  database: Database,
  run: (database: Database) => Promise<Result>,
): Promise<Result> => inTransaction(database, run, run)

function inTransaction<Result>(
  database: Database,
  run: (database: Database) => Promise<Result>,
  runOnPostgres: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (database.isTransaction) return run(database)
  const { adapter } = database.getExecutor()
  return adapter instanceof SharedCommitAdapter
    ? adapter.commits.join(database, run)
    : onPostgres(database, runOnPostgres)
}

/** Closes it once what has begun is written: what the end of a link starts may come last of all. */
export async function closeDatabase(database: Database): Promise<void> {
  const { adapter } = database.getExecutor()
  if (adapter instanceof SharedCommitAdapter) await adapter.commits.idle()
  await database.destroy()
}

const sqliteUnique = /^UNIQUE constraint failed: (.+)$/

/** The columns (`table.column`) whose uniqueness a statement would have broken; undefined for any other error. */
export function violatedUniqueness(error: unknown): string[] | undefined {
  const columns = error instanceof Error ? sqliteUnique.exec(error.message)?.[1] : undefined
  return columns?.split(', ') ?? uniquenessViolatedOnPostgres(error)
}

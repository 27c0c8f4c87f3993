import { chmod, open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { busyTimeoutMilliseconds, isBusy } from './commit-group.ts'
import { migrate } from './migrate.ts'
import type { Database, Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const pragmas = [
  'pragma journal_mode = wal',
  // Every commit is on the disk when it returns: what was answered survives a power cut. See also `commit-group.ts`.
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  'pragma trusted_schema = off',
  'pragma temp_store = memory',
]

/**
 * Switching to WAL does not honour the busy timeout (https://www.sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode),
 * so two processes that start at once have to try again by themselves.
 */
async function configure(database: DatabaseSync): Promise<void> {
  const deadline = performance.now() + busyTimeoutMilliseconds
  for (;;) {
    try {
      for (const pragma of pragmas) database.exec(pragma)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await sleep(20)
    }
  }
}

/**
 * Opens the embedded database, readable by its owner alone, and brings its schema up to date.
 * Safe while another process has the same file open. Dispose with `destroy()`.
 */
export async function openSqlite(path: string): Promise<Database> {
  // SQLite gives its journal files the mode of the main file.
  await (await open(path, 'a', 0o600)).close()
  await chmod(path, 0o600)
  const sqlite = new DatabaseSync(path, { timeout: busyTimeoutMilliseconds })
  try {
    await configure(sqlite)
    const database = new Kysely<Tables>({ dialect: sqliteDialect(sqlite, new WriteAheadLog(path)) })
    await migrate(database)
    return database
  } catch (error) {
    sqlite.close()
    throw error
  }
}

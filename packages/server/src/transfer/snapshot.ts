import { sql } from 'kysely'
import { engineOf } from '../platform/database/engine.ts'
import type { Database } from '../platform/database/schema.ts'

async function onSqlite<Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> {
  return database.connection().execute(async (connection) => {
    // Deferred: it never asks for the write lock, so that nobody has to wait for a long reader.
    await sql`begin deferred`.execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

async function onPostgres<Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> {
  const transaction = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (inside) => {
    // The reader waits between statements for whatever it writes to; it holds no lock that anybody else wants.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(inside)
    return read(inside)
  })
}

/** All that `read` sees is of one moment, whatever others write meanwhile; nobody waits for it. */
export const snapshot = <Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> =>
  engineOf(database) === 'sqlite' ? onSqlite(database, read) : onPostgres(database, read)

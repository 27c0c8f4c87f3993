// Node's own SQLite under Kysely. Statements are prepared once and kept: preparing anew costs more than most queries.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

import { RecentlyUsed } from '../recently-used.ts'
import { CommitGroup } from './commit-group.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

const cachedStatements = 500

interface CachedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new RecentlyUsed<string, CachedStatement>(cachedStatements)

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  #prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    const statement = this.#database.prepare(sql)
    const fresh = { statement, returnsRows: statement.columns().length > 0 }
    this.#statements.set(sql, fresh)
    return fresh
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Kysely leaves parameters untyped; the codecs see to it that only what SQLite takes gets here.
    const parameters = query.parameters as SQLInputValue[]
    const { statement, returnsRows } = this.#prepare(query.sql)
    if (returnsRows) return { rows: statement.all(...parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // Not from the cache: a statement in the middle of an iteration cannot serve anybody else.
    const statement = this.#database.prepare(query.sql)
    for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) yield { rows: [row as Row] }
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #log: WriteAheadLog
  readonly #connection: Connection

  constructor(database: DatabaseSync, log: WriteAheadLog) {
    this.#database = database
    this.#log = log
    this.#connection = new Connection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // Takes the write lock at once. A transaction that begins by reading and then wants to write fails without waiting
    // when another process wrote in between (https://www.sqlite.org/rescode.html#busy_snapshot).
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk or an I/O error rolls back by itself; a second rollback would hide the first error.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close()
    await this.#log.close()
  }
}

export class SharedCommitAdapter extends SqliteAdapter {
  readonly commits: CommitGroup

  constructor(log: WriteAheadLog) {
    super()
    this.commits = new CommitGroup(() => log.toDisk())
  }
}

/** One connection; Kysely queues whoever wants it while a transaction has it. Closes both when it is destroyed. */
export const sqliteDialect = (database: DatabaseSync, log: WriteAheadLog): Dialect => ({
  createAdapter: () => new SharedCommitAdapter(log),
  createDriver: () => new SqliteDriver(database, log),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

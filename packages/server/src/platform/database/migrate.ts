import { sql } from 'kysely'
import { migrations as known } from '../../migrations/index.ts'
import { engineOf } from './engine.ts'
import type { Database } from './schema.ts'

export interface Migration {
  /** Position in the sequence, from 1, without gaps. */
  readonly number: number
  readonly name: string
  /**
   * Runs inside a transaction, on both engines: columns are `text`, `integer` (32 bits) or `bigint`. Rows are touched with
   * raw SQL alone: the typed tables are today's, not those of its time.
   */
  readonly up: (database: Database) => Promise<void>
}

export class NewerDatabaseError extends Error {
  constructor(found: number, latest: number) {
    super(
      `The database was written by a newer version (its schema is ${found}, this version knows up to ${latest}). ` +
        'Start the newer version, or restore a backup from before the update.',
    )
    this.name = 'NewerDatabaseError'
  }
}

const migrationKey = 7_354_002

/** A transaction beside which nobody else migrates: SQLite's has the write lock, PostgreSQL's takes one by number. */
const alone = <Result>(database: Database, run: (transaction: Database) => Promise<Result>): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    if (engineOf(database) === 'postgres') {
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationKey)})`.execute(transaction)
    }
    return run(transaction)
  })

/** Brings the schema up to date, wholly or not at all. Fails with `NewerDatabaseError` rather than guess. */
export const migrate = (database: Database, migrations: readonly Migration[] = known): Promise<void> =>
  alone(database, async (transaction) => {
    await transaction.schema
      .createTable('schema_migrations')
      .ifNotExists()
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute()
    const { latest } = await transaction
      .selectFrom('schema_migrations')
      .select((select) => select.fn.coalesce(select.fn.max('number'), select.lit(0)).as('latest'))
      .executeTakeFirstOrThrow()
    if (latest > migrations.length) throw new NewerDatabaseError(latest, migrations.length)
    for (const { number, name, up } of migrations.slice(latest)) {
      await up(transaction)
      await transaction.insertInto('schema_migrations').values({ number, name, applied_at: Date.now() }).execute()
    }
  })

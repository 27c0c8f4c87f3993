import type { Database } from './schema.ts'

/** Runs in one transaction: the one that is open already, or a new one that commits when `run` returns. */
export const transact = <Result>(database: Database, run: (database: Database) => Promise<Result>): Promise<Result> =>
  database.isTransaction ? run(database) : database.transaction().execute(run)

const sqliteUnique = /^UNIQUE constraint failed: (.+)$/

/** The columns (`table.column`) whose uniqueness a statement would have broken; undefined for any other error. */
export function violatedUniqueness(error: unknown): string[] | undefined {
  const columns = error instanceof Error ? sqliteUnique.exec(error.message)?.[1] : undefined
  return columns?.split(', ')
}

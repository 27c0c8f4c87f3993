import { sql } from 'kysely'
import { type Engine, engineOf } from './engine.ts'
import type { Database } from './schema.ts'

export interface DatabaseFacts {
  readonly engine: Engine
  readonly version: string
  readonly bytes: number
}

const questions = {
  sqlite: sql<Omit<DatabaseFacts, 'engine'>>`select sqlite_version() as version,
    (select page_count from pragma_page_count()) * (select page_size from pragma_page_size()) as bytes`,
  postgres: sql<Omit<DatabaseFacts, 'engine'>>`select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes`,
} as const

/** What the database says of itself. */
export async function describeDatabase(database: Database): Promise<DatabaseFacts> {
  const engine = engineOf(database)
  const { rows } = await questions[engine].execute(database)
  const { version = '', bytes = 0 } = rows[0] ?? {}
  return { engine, version, bytes }
}

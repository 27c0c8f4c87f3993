import { PostgresAdapter } from 'kysely'
import type { Database } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** Which engine answers; for migrations and for what this folder hides. Store files have no use for it. */
export const engineOf = (database: Database): Engine =>
  database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

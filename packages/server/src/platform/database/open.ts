import type { Logger } from 'pino'
import type { Database } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** Where the data is: in a file, or in a database of a PostgreSQL server. */
export type DatabaseLocation = { readonly file: string } | { readonly url: string; readonly patienceSeconds?: number }

/** Opens the database and brings its schema up to date. Dispose with `destroy()`. */
export async function openDatabase(location: DatabaseLocation, log: Logger): Promise<Database> {
  if ('file' in location) return openSqlite(location.file)
  // Loaded here only: the embedded database needs no driver.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres({ ...location, log })
}

// Databases for tests: SQLite or PostgreSQL, whichever this run is about (see vitest.config.ts).
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type DatabaseLocation, openDatabase } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What servers of tests keep their data in. */
    readonly database: 'sqlite' | 'postgres'
    /** Answers each GET with the address of a new, empty PostgreSQL database. */
    readonly postgresDoor: string
  }
}

export const testEngine = inject('database')

/** The address of an empty database on the PostgreSQL server that all tests share. */
export async function emptyPostgresDatabase(): Promise<string> {
  const reply = await fetch(inject('postgresDoor'))
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
  return text
}

/** Where a new server keeps its data: nothing is there yet. */
export const newLocation = async (dataDir: string, engine = testEngine): Promise<DatabaseLocation> =>
  engine === 'postgres' ? { url: await emptyPostgresDatabase() } : { file: join(dataDir, 'sshore.db') }

export type OpenDatabase = AsyncDisposable & { readonly database: Database }

/** A connection of its own beside the server's. */
export async function openBeside(location: DatabaseLocation): Promise<OpenDatabase> {
  const database = await openDatabase(location, pino({ level: 'silent' }))
  return { database, [Symbol.asyncDispose]: () => database.destroy() }
}

/** All that is stored, by table. */
export async function everyRow(database: Database): Promise<Record<string, readonly unknown[]>> {
  const tables = await database.introspection.getTables()
  const rows = tables.map(async ({ name }) => {
    const found = await sql`select * from ${sql.table(name)}`.execute(database)
    return [name, found.rows] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

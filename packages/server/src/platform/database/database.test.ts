import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { migrate, type Migration, NewerDatabaseError } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import type { Database } from './schema.ts'
import { transact, violatedUniqueness } from './transaction.ts'

async function scratch(): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-database-'))
  return { path: join(folder, 'sshore.db'), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function opened(path: string): Promise<AsyncDisposable & { database: Database }> {
  const database = await openSqlite(path)
  return { database, [Symbol.asyncDispose]: () => database.destroy() }
}

const pragma = async (database: Database, name: string): Promise<unknown> =>
  Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database)).rows[0] ?? {})[0]

const applied = async (database: Database): Promise<number[]> =>
  (await database.selectFrom('schema_migrations').select('number').orderBy('number').execute()).map((row) => row.number)

const run = promisify(execFile)
/** Opens the same file in another process, writes a setting there, and prints what it sees. */
const otherProcess = (path: string, name: string): Promise<{ stdout: string }> =>
  run(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'sqlite.ts'))}
     const database = await openSqlite(${JSON.stringify(path)})
     for (let i = 0; i < 50; i++) await database.insertInto('settings').values({ name: '${name}' + i, value: 'true' }).execute()
     console.log((await database.selectFrom('schema_migrations').selectAll().execute()).length)
     await database.destroy()`,
  ])

const count = async (database: Database): Promise<number> =>
  (await database.selectFrom('settings').selectAll().execute()).length

test('the database is readable by its owner alone, durable at each commit, and checks foreign keys', async () => {
  await using folder = await scratch()
  await using open = await opened(folder.path)
  expect((await stat(folder.path)).mode & 0o777).toBe(0o600)
  expect((await stat(`${folder.path}-wal`)).mode & 0o777).toBe(0o600)
  expect(await pragma(open.database, 'journal_mode')).toBe('wal')
  expect(await pragma(open.database, 'synchronous')).toBe(2)
  expect(await pragma(open.database, 'foreign_keys')).toBe(1)
  expect(await pragma(open.database, 'integrity_check')).toBe('ok')
})

test('processes that start at once bring the schema up to date once, and write side by side', async () => {
  await using folder = await scratch()
  const printed = await Promise.all(['a', 'b', 'c'].map((name) => otherProcess(folder.path, name)))
  expect(printed.map(({ stdout }) => stdout.trim())).toEqual(Array(3).fill(String(migrations.length)))
  await using open = await opened(folder.path)
  expect(await applied(open.database)).toEqual(migrations.map(({ number }) => number))
  expect(await count(open.database)).toBe(150)
})

test('the command line may write while the server has the database open', async () => {
  await using folder = await scratch()
  await using open = await opened(folder.path)
  const other = otherProcess(folder.path, 'cli')
  for (let i = 0; i < 50; i++) {
    await transact(open.database, async (database) => {
      const before = await count(database)
      await database
        .insertInto('settings')
        .values({ name: `server${i}`, value: String(before) })
        .execute()
    })
  }
  await other
  expect(await count(open.database)).toBe(100)
})

test('a database of a newer version is refused with what to do', async () => {
  await using folder = await scratch()
  {
    await using open = await opened(folder.path)
    const row = { number: migrations.length + 1, name: 'of-the-future', applied_at: 0 }
    await open.database.insertInto('schema_migrations').values(row).execute()
  }
  await expect(openSqlite(folder.path)).rejects.toThrow(NewerDatabaseError)
  await expect(openSqlite(folder.path)).rejects.toThrow(/newer version .* Start the newer version/)
})

test('a migration that fails leaves nothing behind', async () => {
  await using folder = await scratch()
  await using open = await opened(folder.path)
  const broken: Migration = {
    number: migrations.length + 1,
    name: 'broken',
    async up(database) {
      await database.schema.createTable('half').addColumn('id', 'text').execute()
      throw new Error('planted')
    },
  }
  await expect(migrate(open.database, [...migrations, broken])).rejects.toThrow('planted')
  expect(await applied(open.database)).toHaveLength(migrations.length)
  expect((await open.database.introspection.getTables()).map(({ name }) => name)).not.toContain('half')
})

test('migrations are numbered in order without gaps', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1))
})

test('a transaction that throws is undone, and others wait for it instead of joining it', async () => {
  await using folder = await scratch()
  await using open = await opened(folder.path)
  const failing = transact(open.database, async (database) => {
    await database.insertInto('settings').values({ name: 'undone', value: '1' }).execute()
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    throw new Error('planted')
  })
  const beside = open.database.insertInto('settings').values({ name: 'kept', value: '1' }).execute()
  await expect(failing).rejects.toThrow('planted')
  await beside
  const names = await open.database.selectFrom('settings').select('name').execute()
  expect(names.map(({ name }) => name)).toEqual(['kept'])
})

test('a uniqueness that was broken is told by its columns', async () => {
  await using folder = await scratch()
  await using open = await opened(folder.path)
  const insert = () => open.database.insertInto('settings').values({ name: 'twice', value: '1' }).execute()
  await insert()
  const error: unknown = await insert().catch((caught: unknown) => caught)
  expect(violatedUniqueness(error)).toEqual(['settings.name'])
  expect(violatedUniqueness(new Error('something else'))).toBeUndefined()
})

test('no feature opens a transaction of its own, whose commit would wait for the disk in the middle of the event loop', () => {
  const folder = join(import.meta.dirname, '..', '..')
  const own = (pattern: string): string[] =>
    globSync(pattern, { cwd: folder }).filter((file) =>
      /\b(transaction\(\)|startTransaction\()/.test(readFileSync(join(folder, file), 'utf8')),
    )
  expect(own('{features,http}/**/*.ts')).toEqual([])
  expect(own('platform/database/transaction.ts')).toHaveLength(1)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { CommitGroup } from './commit-group.ts'
import type { Database, Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { closeDatabase, transact } from './transaction.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

interface Opened extends AsyncDisposable {
  readonly database: Database
  readonly path: string
  /** How often something was brought to the disk. */
  commits(): number
  names(): Promise<string[]>
}

/** `logOf` is the database whose log is brought to the disk. */
async function opened(logOf = 'test.db'): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'sshore-commits-'))
  const statements: string[] = []
  const database = new Kysely<Tables>({
    dialect: sqliteDialect(new DatabaseSync(join(folder, 'test.db')), new WriteAheadLog(join(folder, logOf))),
    log: ({ query }) => void statements.push(query.sql),
  })
  await sql`pragma journal_mode = wal`.execute(database)
  await sql`pragma foreign_keys = on`.execute(database)
  await sql`create table people (name text primary key, parent text references people (name) deferrable initially deferred)`.execute(
    database,
  )
  return {
    database,
    path: join(folder, 'test.db'),
    commits: () => statements.filter((text) => text === 'commit').length,
    async names() {
      const { rows } = await sql<{ name: string }>`select name from people order by rowid`.execute(database)
      return rows.map(({ name }) => name)
    },
    async [Symbol.asyncDispose]() {
      await database.destroy()
      await rm(folder, { recursive: true })
    },
  }
}

const add = async (database: Database, name: string, parent: string | null = null): Promise<string> => {
  await sql`insert into people (name, parent) values (${name}, ${parent})`.execute(database)
  return name
}

test('transactions that are asked for at the same time commit together, in their order', async () => {
  await using open = await opened()
  const { database, commits, names } = open
  await transact(database, (transaction) => add(transaction, 'alone'))
  expect(commits()).toBe(1)
  const asked = ['a', 'b', 'c', 'd'].map((name) => transact(database, (transaction) => add(transaction, name)))
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd'])
  expect(commits()).toBe(2)
  expect(await names()).toEqual(['alone', 'a', 'b', 'c', 'd'])
})

test('one that fails is undone by itself, first or in between', async () => {
  await using open = await opened()
  const { database, names } = open
  const attempts = ['a', 'b', 'c', 'd'].map((name) =>
    transact(database, async (transaction) => {
      await add(transaction, name)
      if (name === 'a' || name === 'c') throw new Error(`not ${name}`)
    }),
  )
  const outcomes = await Promise.allSettled(attempts)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: new Error('not a') },
    { reason: new Error('not c') },
  ])
  expect(await names()).toEqual(['b', 'd'])
})

test('nobody is told of a success that did not reach the disk', async () => {
  await using open = await opened()
  const { database, names } = open
  const parents = [null, 'nobody', null]
  const outcomes = await Promise.allSettled(
    parents.map((parent, index) => transact(database, (transaction) => add(transaction, `n${index}`, parent))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await names()).toEqual([])
  await transact(database, (transaction) => add(transaction, 'later'))
  expect(await names()).toEqual(['later'])
})

test('nobody is told of a success while the log cannot be brought to the disk', async () => {
  await using open = await opened('another.db')
  await expect(transact(open.database, (transaction) => add(transaction, 'a'))).rejects.toThrow('another.db-wal')
})

test('nobody waits for ever on a database that was closed', async () => {
  await using open = await opened()
  const asked = transact(open.database, (transaction) => add(transaction, 'a'))
  await open.database.destroy()
  await expect(asked).rejects.toThrow(/closed|destroyed/)
  await expect(transact(open.database, (transaction) => add(transaction, 'b'))).rejects.toThrow(/closed|destroyed/)
})

test('statements outside of them wait for the disk by themselves', async () => {
  await using open = await opened()
  const { database } = open
  const level = async () =>
    (await sql<{ synchronous: number }>`pragma synchronous`.execute(database)).rows[0]?.synchronous
  await transact(database, (transaction) => add(transaction, 'a'))
  await expect(transact(database, () => Promise.reject(new Error('undone')))).rejects.toThrow('undone')
  expect(await level()).toBe(2)
})

test('where no transaction can begin, everybody hears of it', async () => {
  await using open = await opened()
  const { database } = open
  await sql`begin`.execute(database)
  const outcomes = await Promise.allSettled(['a', 'b'].map((name) => transact(database, (inside) => add(inside, name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await sql`rollback`.execute(database)
  expect(await transact(database, (inside) => add(inside, 'c'))).toBe('c')
})

test('what is read beside them is never half of a group', async () => {
  await using open = await opened()
  const { database, names } = open
  const writing = ['a', 'b', 'c'].map((name) => transact(database, (transaction) => add(transaction, name)))
  const seen: number[] = []
  const reading = Array.from({ length: 20 }, async () => seen.push((await names()).length))
  await Promise.all([...writing, ...reading])
  expect([...new Set(seen)].every((count) => count === 0 || count === 3)).toBe(true)
  expect(await names()).toHaveLength(3)
})

test('while another process writes, this one goes on reading and writes afterwards', async () => {
  await using open = await opened()
  using other = new DatabaseSync(open.path)
  other.exec('begin immediate')
  let settled = false
  const asked = transact(open.database, (transaction) => add(transaction, 'a')).finally(() => (settled = true))
  // Many turns of the event loop, of which each attempt to begin takes a few.
  for (let reads = 0; reads < 200; reads += 1) expect(await open.names()).toEqual([])
  expect(settled).toBe(false)
  other.exec('commit')
  expect(await asked).toBe('a')
})

test('whoever waits too long for another process is told that the database is busy', async () => {
  await using open = await opened()
  using other = new DatabaseSync(open.path)
  other.exec('begin immediate')
  const group = new CommitGroup(() => Promise.resolve(), 50)
  const outcomes = await Promise.allSettled(
    ['a', 'b'].map((name) => group.join(open.database, (inside) => add(inside, name))),
  )
  const busy = { status: 'rejected', reason: { code: 'database_unavailable' } }
  expect(outcomes).toMatchObject([busy, busy])
  other.exec('commit')
  expect(await group.join(open.database, (inside) => add(inside, 'c'))).toBe('c')
})

test('a database closes after what has begun, and after what that began in turn', async () => {
  const open = await opened()
  const { database } = open
  const first = transact(database, (transaction) => add(transaction, 'first'))
  const second = first.then(() => transact(database, (transaction) => add(transaction, 'second')))
  await closeDatabase(database)
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  await expect(transact(database, (transaction) => add(transaction, 'third'))).rejects.toThrow('destroyed')
  await rm(join(open.path, '..'), { recursive: true })
})

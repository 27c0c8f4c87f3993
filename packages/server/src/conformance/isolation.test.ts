// No store function with a scope reads, changes or counts what belongs to another namespace. Which functions there are is
// read from the sources; a parameter of a new kind has to be given a value below.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure, type TenantId } from '@sshore/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { type Scope, scopeOf } from '../platform/scope.ts'
import { everyRow, openBeside } from '../test-database.ts'
import { startTestServer } from '../test-server.ts'
import { scopedStoreFunctions, type StoreFunction } from '../testing-store-functions.ts'
import { type Furnished, furnished, furnishMore } from './test-furnished.ts'
import { argumentsFor } from './test-arguments.ts'

const functions = scopedStoreFunctions()

test('there are store functions to look at', () => {
  expect(functions.length).toBeGreaterThan(40)
})

interface World extends AsyncDisposable {
  readonly database: Database
  readonly ana: Furnished
  readonly bob: Furnished
}

async function startWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer({}, engine))
  const [ana, bob] = [await furnished(stack, 'ana'), await furnished(stack, 'bob')]
  // More than ana has, so that counts differ.
  await furnishMore(stack, bob)
  const { database } = undo.use(await openBeside(stack.location))
  const resources = undo.move()
  return { database, ana, bob, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

interface Outcome {
  readonly result: unknown
  /** All rows that name the namespace or what is in it, afterwards. */
  readonly rows: readonly string[]
}

class RolledBack extends Error {}

/** What `run` answers and leaves behind, all of which is then undone. */
async function tried(database: Database, victim: Furnished, run: (database: Database) => Promise<unknown>) {
  const box: { outcome?: Outcome } = {}
  const undone = database.transaction().execute(async (transaction) => {
    await sql`savepoint before`.execute(transaction)
    const result = await run(transaction).catch(async (error: unknown) => {
      await sql`rollback to savepoint before`.execute(transaction)
      return { failed: error instanceof Failure ? error.code : 'by the database' }
    })
    const rows = Object.entries(await everyRow(transaction))
      .flatMap(([table, all]) => all.map((row) => `${table} ${JSON.stringify(row)}`))
      .filter((row) => victim.identifiers.some((identifier) => row.includes(identifier)))
      .toSorted()
    box.outcome = { result: result instanceof Map ? [...result] : result, rows }
    throw new RolledBack()
  })
  await undone.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  if (!box.outcome) throw new Error('Nothing was tried.')
  return box.outcome
}

const call = async (of: StoreFunction, scope: Scope, victim: Furnished) => {
  const module = (await import(of.file)) as Record<string, (...words: unknown[]) => Promise<unknown>>
  const words = argumentsFor(of, victim)
  return async (database: Database): Promise<unknown> => module[of.name]?.(database, scope, ...words)
}

const withoutNamespace = async (database: Database, tenantId: TenantId): Promise<void> => {
  await database.deleteFrom('namespaces').where('tenant_id', '=', tenantId).execute()
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.each(functions)('$title keeps to its namespace', async (of) => {
    const { database, ana, bob } = world
    const untouched = await tried(database, bob, async () => undefined)
    const foreign = await call(of, scopeOf(ana.tenantId), bob)
    const seen = await tried(database, bob, foreign)
    expect(seen.rows).toEqual(untouched.rows)
    // The same as if the other namespace had never been.
    const alone = await tried(database, bob, async (transaction) => {
      await withoutNamespace(transaction, bob.tenantId)
      return foreign(transaction)
    })
    expect(seen.result).toEqual(alone.result)

    // The control: with its own scope the same call does see or change something.
    const own = await tried(database, bob, await call(of, scopeOf(bob.tenantId), bob))
    expect([own.result, own.rows]).not.toEqual([seen.result, untouched.rows])
  })
})

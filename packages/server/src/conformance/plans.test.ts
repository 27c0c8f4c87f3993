// No list looks at every row of a table: the planner is asked about each statement that reading store functions send.
import { deviceColumns, publicKeyColumns, sessionColumns } from '@sshore/contract'
import { type CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceFilter, type DeviceListing, listDevices } from '../features/devices/device-list.store.ts'
import { listPublicKeys } from '../features/public-keys/public-keys.store.ts'
import { listSessions } from '../features/sessions/session-list.store.ts'
import type { Database } from '../platform/database/schema.ts'
import { type Scope, scopeOf } from '../platform/scope.ts'
import { openBeside } from '../test-database.ts'
import { startTestServer } from '../test-server.ts'
import { scopedStoreFunctions } from '../testing-store-functions.ts'
import { argumentsFor } from './test-arguments.ts'
import { type Furnished, furnished } from './test-furnished.ts'

/** The statements that `run` sends. */
async function statementsOf(
  database: Database,
  run: (database: Database) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await run(database.withPlugin(recorder))
  return nodes.map((node) => database.getExecutor().compileQuery(node, createQueryId()))
}

/** Lines of the plan that look at a whole table. */
async function sqliteScans(database: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explained = { ...sql`select 1`.compile(database), sql: `explain query plan ${text}`, parameters }
  const { rows } = await database.executeQuery<{ detail: string }>(explained)
  return rows.map(({ detail }) => detail).filter((detail) => /^SCAN (?!\d|CONSTANT|\()/.test(detail))
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

const scansIn = (plan: Plan): string[] => {
  const type = plan['Node Type']
  const whole = type === 'Seq Scan' || (/^(Index|Index Only|Bitmap Index) Scan$/.test(type) && !plan['Index Cond'])
  return [...(whole ? [`${type} on ${plan['Relation Name']}`] : []), ...(plan.Plans ?? []).flatMap(scansIn)]
}

/** Small tables are read whole whatever their indexes; told not to, the planner does so only where no index helps. */
const postgresScans = (database: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> =>
  database.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const explained = { ...sql`select 1`.compile(database), sql: `explain (format json) ${text}`, parameters }
    const { rows } = await connection.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(explained)
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => scansIn(plan)))
  })

const page = { offset: 0, limit: 10 }
const everything = { kind: 'and', of: [] } as const
const devices = {
  kind: 'device',
  status: 'accepted',
  filter: everything,
  column: 'last_seen',
  direction: 'desc',
  page,
  onlineSince: 1,
  room: true,
} as const satisfies DeviceListing

const property = (name: string, operator: string, value: unknown): string =>
  Buffer.from(JSON.stringify([{ type: 'property', params: { name, operator, value } }])).toString('base64')

type Call = (database: Database, scope: Scope) => Promise<unknown>
const calls: readonly (readonly [string, Call])[] = [
  ...deviceColumns.flatMap((column) => [
    [`devices by ${column}`, (db, scope) => listDevices(db, scope, { ...devices, column })] as [string, Call],
    [
      `devices of every status by ${column}`,
      (db, scope) => listDevices(db, scope, { ...devices, column, status: undefined }),
    ] as [string, Call],
  ]),
  ...[
    property('name', 'contains', 'pi'),
    property('online', 'bool', true),
    property('online', 'bool', false),
    property('tags', 'contains', 'bench'),
    property('info.arch', 'eq', 'arm64'),
  ].map(
    (filter) =>
      [
        `devices with ${Buffer.from(filter, 'base64').toString()}`,
        (db, scope) => listDevices(db, scope, { ...devices, filter: deviceFilter(filter) }),
      ] as [string, Call],
  ),
  ['containers', (db, scope) => listDevices(db, scope, { ...devices, kind: 'container' })],
  ...sessionColumns.map(
    (column) =>
      [
        `sessions by ${column}`,
        (db, scope) => listSessions(db, scope, { filter: everything, column, direction: 'desc', page, staleBefore: 0 }),
      ] as [string, Call],
  ),
  ...publicKeyColumns.map(
    (column) =>
      [
        `public keys by ${column}`,
        (db, scope) => listPublicKeys(db, scope, { filter: everything, column, direction: 'asc', page }),
      ] as [string, Call],
  ),
]

/** The orders that people see first come out of an index ready; the others sort what a namespace has. */
const unsorted = [
  ['devices by last_seen', 'devices by name', 'devices by created_at', 'devices by online'],
  ['devices of every status by last_seen', 'devices of every status by name', 'sessions by started_at'],
].flat()

const reading = scopedStoreFunctions().filter(({ name }) => /^(list|count|find|get|tags|accepted|max|is)/.test(name))

describe.each([
  ['sqlite', sqliteScans],
  ['postgres', postgresScans],
] as const)('on %s', (engine, scans) => {
  const held = new AsyncDisposableStack()
  let database: Database
  let ana: Furnished
  beforeAll(async () => {
    const stack = held.use(await startTestServer({}, engine))
    ana = await furnished(stack, 'ana')
    database = held.use(await openBeside(stack.location)).database
  })
  afterAll(() => held.disposeAsync())

  const scansOf = async (run: (database: Database) => Promise<unknown>): Promise<string[]> => {
    const statements = await statementsOf(database, run)
    expect(statements).not.toEqual([])
    return (await Promise.all(statements.map((statement) => scans(database, statement)))).flat()
  }

  test.each(reading)('$title scans no table', async (of) => {
    const module = (await import(of.file)) as Record<string, (...words: unknown[]) => Promise<unknown>>
    const words = argumentsFor(of, ana)
    const run = async (db: Database) => module[of.name]?.(db, scopeOf(ana.tenantId), ...words)
    expect(await scansOf(run)).toEqual([])
  })

  test.each(calls)('a list of %s scans no table', async (_, call) => {
    expect(await scansOf((db) => call(db, scopeOf(ana.tenantId)))).toEqual([])
  })

  test('a statement that does scan is found', async () => {
    const planted = (db: Database) => db.selectFrom('devices').select('uid').where('info_arch', '=', 'arm64').execute()
    expect(await scansOf(planted)).not.toEqual([])
  })

  test.runIf(engine === 'sqlite').each(unsorted)('a list of %s is not sorted', async (title) => {
    const call = calls.find(([name]) => name === title)?.[1]
    const statements = await statementsOf(database, async (db) => call?.(db, scopeOf(ana.tenantId)))
    const plans = await Promise.all(
      statements.map((statement) =>
        database.executeQuery<{ detail: string }>({ ...statement, sql: `explain query plan ${statement.sql}` }),
      ),
    )
    const details = plans.flatMap(({ rows }) => rows.map(({ detail }) => detail))
    expect(details.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([])
  })
})

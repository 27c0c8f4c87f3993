// Two connections at once: what a rule has read still holds when it writes, on both databases.
import { createClient } from '@sshore/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containing } from '../platform/database/portable.ts'
import type { Database } from '../platform/database/schema.ts'
import { transact, violatedUniqueness } from '../platform/database/transaction.ts'
import { createServer } from '../server.ts'
import { openBeside } from '../test-database.ts'
import { register, setDeviceLimit } from '../test-device.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

interface World extends AsyncDisposable {
  readonly stack: TestServer
  readonly one: Database
  readonly two: Database
}

async function startWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  await using undo = new AsyncDisposableStack()
  const stack = undo.use(await startTestServer({}, engine))
  const [one, two] = [undo.use(await openBeside(stack.location)), undo.use(await openBeside(stack.location))]
  const resources = undo.move()
  return { stack, one: one.database, two: two.database, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const readNumber = async (database: Database, name: string): Promise<number> => {
  const row = await database.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return Number(row?.value ?? 0)
}

const increase = async (database: Database, name: string): Promise<void> => {
  const value = String((await readNumber(database, name)) + 1)
  await database
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test.each([
    ['about one thing', 'a thing'],
    ['about everything', undefined],
  ])('no update is lost between transactions %s', async (_, about) => {
    const name = `counter ${about}`
    // SQLite makes a second connection of one process wait by blocking the first, so there one alone is used.
    const databases = engine === 'sqlite' ? [world.one] : [world.one, world.two]
    const rounds = Array.from({ length: 20 }, () => databases).flat()
    await Promise.all(rounds.map((database) => transact(database, (inside) => increase(inside, name), about)))
    expect(await readNumber(world.one, name)).toBe(rounds.length)
  })

  test.runIf(engine === 'postgres')('updates are lost where nobody waits, which is why it is tested', async () => {
    const rounds = Array.from({ length: 20 }, () => [world.one, world.two]).flat()
    await Promise.all(
      rounds.map((database) => database.transaction().execute((inside) => increase(inside, 'unguarded'))),
    )
    expect(await readNumber(world.one, 'unguarded')).toBeLessThan(rounds.length)
  })

  test('a transaction about everything waits for those about something, and they for it', async () => {
    const databases = engine === 'sqlite' ? [world.one] : [world.one, world.two]
    const rounds = Array.from({ length: 10 }, (_, index) => databases[index % databases.length] ?? world.one)
    await Promise.all(
      rounds.map((database, index) =>
        transact(database, (inside) => increase(inside, 'mixed'), index % 2 === 0 ? 'a thing' : undefined),
      ),
    )
    expect(await readNumber(world.one, 'mixed')).toBe(rounds.length)
  })

  test('a transaction that fails leaves nothing, and one inside another is part of it', async () => {
    const failing = transact(world.one, async (outer) => {
      await transact(outer, (inner) => increase(inner, 'undone'))
      expect(await readNumber(outer, 'undone')).toBe(1)
      throw new Error('planted')
    })
    await expect(failing).rejects.toThrow('planted')
    expect(await readNumber(world.one, 'undone')).toBe(0)
  })

  test('a uniqueness that was broken is told by its columns', async () => {
    const insert = () => world.one.insertInto('settings').values({ name: 'twice', value: '1' }).execute()
    await insert()
    const error: unknown = await insert().catch((caught: unknown) => caught)
    expect(violatedUniqueness(error)).toEqual(['settings.name'])
    expect(violatedUniqueness(new Error('something else'))).toBeUndefined()
  })

  test('no more devices are accepted at once than the limit has room for, by two servers', async () => {
    const { stack } = world
    const ana = await stack.signUp('ana')
    const uids = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => (await register(stack, ana, { hostname: `box-${index}` })).uid),
    )
    await setDeviceLimit(stack, ana.tenantId, 3)
    await using second = await createServer(stack.options)
    const credentials = { authorization: `Bearer ${ana.token}` }
    const other = createClient(second.transport, () => credentials)
    const outcomes = await Promise.allSettled(
      uids.map((uid, index) =>
        (index % 2 === 0 ? ana.client : other).setDeviceStatus({ params: { uid, status: 'accept' } }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    for (const reason of refusals) expect(reason).toMatchObject({ code: 'device_limit_reached' })
    const { body } = await ana.client.getStats()
    expect(body.registered_devices).toBe(3)
  })

  test('of two devices of one name that are accepted at once, one is', async () => {
    const { stack } = world
    const eve = await stack.signUp('eve')
    await using second = await createServer(stack.options)
    const other = createClient(second.transport, () => ({ authorization: `Bearer ${eve.token}` }))
    const uids = [await register(stack, eve), await register(stack, eve)].map(({ uid }) => uid)
    const outcomes = await Promise.allSettled(
      uids.map((uid, index) =>
        (index === 0 ? eve.client : other).setDeviceStatus({ params: { uid, status: 'accept' } }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('texts sort by code point and are searched without case, whatever language the database speaks', async () => {
    const zoe = await world.stack.signUp('zoe')
    const { tenantId } = zoe
    const { uid } = await register(world.stack, zoe)
    const tags = ['Zebra', 'apple', 'Äpfel', 'a_b', 'a%b', 'B', String.raw`c\d`]
    const rows = tags.map((tag) => ({ tenant_id: tenantId, device_uid: uid, tag }))
    await world.one.insertInto('device_tags').values(rows).execute()
    const found = async (fragment: string): Promise<string[]> => {
      const matching = await world.one
        .selectFrom('device_tags')
        .select('tag')
        .where(containing(sql.ref('device_tags.tag'), fragment))
        .where('tenant_id', '=', tenantId)
        .orderBy('tag')
        .execute()
      return matching.map(({ tag }) => tag)
    }
    expect(await found('')).toEqual(tags.toSorted())
    expect(await found('B')).toEqual(['B', 'Zebra', 'a%b', 'a_b'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found('%')).toEqual(['a%b'])
    expect(await found('\\')).toEqual([String.raw`c\d`])
    expect(await found('Ä')).toEqual(['Äpfel'])
  })
})

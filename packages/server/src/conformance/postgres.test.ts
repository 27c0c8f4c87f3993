// What PostgreSQL alone has to show about opening; platform/database/database.test.ts does so for SQLite.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { migrations } from '../migrations/index.ts'
import { migrate, type Migration, NewerDatabaseError } from '../platform/database/migrate.ts'
import { openPostgres, withoutPassword } from '../platform/database/postgres.ts'
import { emptyPostgresDatabase, openBeside } from '../test-database.ts'

const log = pino({ level: 'silent' })

test('nodes that start at once bring the schema up to date once', async () => {
  const url = await emptyPostgresDatabase()
  const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres({ url, log })))
  const [database] = opened
  const applied = await database?.selectFrom('schema_migrations').select('number').orderBy('number').execute()
  expect(applied?.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number))
  await Promise.all(opened.map((each) => each.destroy()))
})

test('a database of a newer version is refused', async () => {
  const url = await emptyPostgresDatabase()
  {
    await using open = await openBeside({ url })
    const row = { number: migrations.length + 1, name: 'of-the-future', applied_at: 0 }
    await open.database.insertInto('schema_migrations').values(row).execute()
  }
  await expect(openPostgres({ url, log })).rejects.toThrow(NewerDatabaseError)
})

test('a migration that fails leaves nothing behind', async () => {
  await using open = await openBeside({ url: await emptyPostgresDatabase() })
  const broken: Migration = {
    number: migrations.length + 1,
    name: 'broken',
    async up(database) {
      await database.schema.createTable('half').addColumn('id', 'text').execute()
      throw new Error('planted')
    },
  }
  await expect(migrate(open.database, [...migrations, broken])).rejects.toThrow('planted')
  expect((await open.database.introspection.getTables()).map(({ name }) => name)).not.toContain('half')
})

test('a server that is not there is waited for, then told without the password', async () => {
  const url = 'postgresql://ana:secret@127.0.0.1:1/nowhere'
  const started = performance.now()
  const opening = openPostgres({ url, log, patienceSeconds: 1 })
  await expect(opening).rejects.toMatchObject({ name: 'DatabaseUnusableError', reason: 'unreachable' })
  expect(performance.now() - started).toBeGreaterThan(1000)
  await expect(opening).rejects.toThrow('postgresql://ana:***@127.0.0.1:1/nowhere')
  expect(withoutPassword('postgresql://h/d?password=secret')).not.toContain('secret')
})

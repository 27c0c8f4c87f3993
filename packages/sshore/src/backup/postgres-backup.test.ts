// A backup with PostgreSQL's own programs, of a server that runs on a real PostgreSQL.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type TestInstance, startTestInstance } from '../test-instance.ts'
import { run, type Ran } from '../test-program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each GET with the address of a new, empty PostgreSQL database. */
    readonly postgresDoor: string
  }
}

const emptyDatabase = async (): Promise<string> => (await fetch(inject('postgresDoor'))).text()

const held = new AsyncDisposableStack()
let folder = ''
let databaseUrl = ''
let server: TestInstance

beforeAll(async () => {
  folder = held.adopt(await mkdtemp(join(tmpdir(), 'sshore-test-')), (path) => rm(path, { recursive: true }))
  databaseUrl = await emptyDatabase()
  server = held.use(await startTestInstance({ SSHORE_DATABASE_URL: databaseUrl }))
}, 60_000)
afterAll(() => held.disposeAsync())

/** A command with the settings of a server on this database, and PostgreSQL's programs where Debian has them. */
const on = (url: string, words: string, path = '/usr/local/bin:/usr/bin:/bin'): Promise<Ran> =>
  run(words, { SSHORE_DATABASE_URL: url, PATH: path })

it('is made while others write, and becomes a whole server on another database', async () => {
  const { tenantId, client } = await server.signUp('ana')
  const uid = await server.device(tenantId, 'bench')
  await client.createWebhook({ body: { name: 'chat', url: 'https://hooks.example.com/x' } })
  const backup = join(folder, 'backup')
  let writing = true
  let written = 0
  const load = (async () => {
    for (; writing; written += 1) await client.createNamespace({ body: { name: `load-${written}` } })
  })()
  const made = await on(databaseUrl, `backup ${backup} --data-dir ${server.dataDir} --json`)
  writing = false
  await load
  expect(made).toMatchObject({ code: 0 })
  expect(JSON.parse(made.stdout)).toMatchObject({ database: 'postgres' })
  // Somebody wrote meanwhile, or this shows nothing.
  expect(written).toBeGreaterThan(0)
  expect(await readdir(backup)).toEqual(expect.arrayContaining(['backup.json', 'database.dump', 'host-keys']))
  expect((await stat(join(backup, 'database.dump'))).mode & 0o777).toBe(0o600)
  expect((await run(`backup verify ${backup}`)).stdout).toContain('The backup is whole.')

  const dataDir = join(folder, 'restored')
  expect(await run(`restore ${backup} --data-dir ${dataDir}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('SSHORE_DATABASE_URL'),
  })
  const taken = await on(databaseUrl, `restore ${backup} --data-dir ${dataDir}`)
  expect(taken).toMatchObject({ code: 4, stderr: expect.stringContaining('not empty') })
  const fresh = await emptyDatabase()
  expect(await on(fresh, `restore ${backup} --data-dir ${dataDir}`)).toMatchObject({ code: 0 })

  await using again = await startTestInstance({ SSHORE_DATABASE_URL: fresh, SSHORE_DATA_DIR: dataDir })
  const { body: login } = await again.anonymous.login({ body: { username: 'ana', password: 'secret-1' } })
  const ana = again.as(login.token)
  expect((await ana.listDevices({ query: { status: 'pending' } })).body).toMatchObject([{ uid, name: 'bench' }])
  // Sealed with the server's key, which is in the backup too.
  expect((await ana.listWebhooks({})).body).toMatchObject([{ name: 'chat' }])
  const verified = await on(fresh, `audit verify --data-dir ${dataDir}`)
  expect(verified).toMatchObject({ code: 0 })
  // Numbers that the database counts go on where they stood.
  await again.device(tenantId, 'another')
}, 60_000)

it('holds the keys alone where pg_dump is not installed, and says so', async () => {
  const backup = join(folder, 'keys')
  const made = await on(databaseUrl, `backup ${backup} --data-dir ${server.dataDir} --json`, '/nowhere')
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('pg_dump is not installed') })
  expect(JSON.parse(made.stdout)).toMatchObject({ database: 'none' })
  expect((await run(`backup verify ${backup}`)).stdout).toMatch(/^Database: +not in it$/m)
})

it('is not left behind as whole when the database cannot be dumped', async () => {
  const backup = join(folder, 'failed')
  const nowhere = databaseUrl.replace(/test_[0-9a-f]+/, 'nowhere').replace('sshore@', 'sshore:secret-word@')
  const failed = await on(nowhere, `backup ${backup} --data-dir ${server.dataDir}`)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/pg_dump failed: .*"nowhere" does not exist/) })
  expect(failed.stdout + failed.stderr).not.toContain('secret-word')
  expect((await run(`backup verify ${backup}`)).code).toBe(3)
  // Of the words of the server's driver, PostgreSQL's programs would know none.
  const encrypted = await on(`${nowhere}&ssl=true`, `backup ${backup}-2 --data-dir ${server.dataDir}`)
  expect(encrypted).toMatchObject({ code: 1, stderr: expect.not.stringContaining('invalid URI query parameter') })
})

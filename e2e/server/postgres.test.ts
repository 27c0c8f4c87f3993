import { join } from 'node:path'
import {
  type PostgresServer,
  ssh,
  sshInBackground,
  sshore,
  sshoreInBackground,
  startPostgres,
  temporaryFolder,
  until,
} from '@sshore/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite } from './server-process.ts'
import { addDevice } from './site-device.ts'

const held = new AsyncDisposableStack()
let postgres: PostgresServer
beforeAll(async () => {
  postgres = held.use(await startPostgres({ durable: true }))
})
afterAll(() => held.disposeAsync())

describe('a server on PostgreSQL', () => {
  it('goes on with its sessions while the database is gone, says so to others, and recovers by itself', async () => {
    const url = await postgres.createDatabase()
    await using site = await createSite({ SSHORE_DATABASE_URL: url })
    await using device = await addDevice(site, 'pillar')
    const { agent, target } = device
    await using session = sshInBackground(target, ['cat'])
    session.write('before\n')
    await session.says(/before/)

    await postgres.kill()
    await expect(site.client.listDevices({})).rejects.toMatchObject({ status: 503, code: 'database_unavailable' })
    await expect(site.client.getReadiness()).rejects.toMatchObject({ status: 503 })
    session.write('meanwhile\n')
    await session.says(/meanwhile/)
    const refused = await ssh(target, ['true'])
    expect(refused.code).toBe(255)

    await postgres.start()
    await until('the server answers again', async () => (await site.client.listDevices({})).body.length === 1)
    await until('the device answers again', async () => (await ssh(target, ['true'])).code === 0, { seconds: 60 })
    session.write('after\n')
    await session.says(/after/)
    session.child.stdin?.end()
    expect((await session.ended).code).toBe(0)
    expect(agent.child.exitCode).toBeNull()
    expect(site.server().process.stderr()).toMatch(/the database does not answer[^]*the database answers again/)
    // Nothing of the server's knowledge is in its folder.
    const list = await sshore(['namespace', 'list', '--json'], {
      SSHORE_DATA_DIR: join(site.folder, 'other'),
      SSHORE_DATABASE_URL: url,
    })
    expect(JSON.parse(list.stdout)).toMatchObject([{ name: site.namespace }])
  })
})

describe('a database that cannot be used', () => {
  const database = 'postgresql://somebody:secret-word@127.0.0.1:1/nowhere'

  it('ends a command after a few seconds, with where it looked and without the password', async () => {
    await using folder = await temporaryFolder()
    const ran = await sshore(['user', 'list'], {
      SSHORE_DATA_DIR: join(folder.path, 'data'),
      SSHORE_DATABASE_URL: database,
    })
    expect(ran.code).toBe(5)
    expect(ran.stderr).toContain('postgresql://somebody:***@127.0.0.1:1/nowhere')
    expect(ran.stderr + ran.stdout).not.toContain('secret-word')
  })

  it('is refused at once when there is no such database', async () => {
    await using folder = await temporaryFolder()
    const existing = await postgres.createDatabase()
    const ran = await sshore(['user', 'list'], {
      SSHORE_DATA_DIR: join(folder.path, 'data'),
      SSHORE_DATABASE_URL: existing.replace(/test_[0-9a-f]+/, 'nowhere'),
    })
    expect(ran.code).toBe(2)
    expect(ran.stderr).toMatch(/"nowhere" does not exist.*SSHORE_DATABASE_URL/)
  })

  it('is waited for by a server that starts, and shown without its password', async () => {
    const config = await sshore(['config'], { SSHORE_DATABASE_URL: database })
    expect(config.stdout).toContain('SSHORE_DATABASE_URL=postgresql://somebody:***@127.0.0.1:1/nowhere')
    const wrong = await sshore(['config', '--json'], { SSHORE_DATABASE_URL: 'mysql://somebody:secret-word@db/x' })
    expect(wrong.code).toBe(2)
    expect(wrong.stdout + wrong.stderr).not.toContain('secret-word')
    await using folder = await temporaryFolder()
    const url = await postgres.createDatabase()
    await postgres.kill()
    await using server = sshoreInBackground(['server'], {
      SSHORE_DATA_DIR: join(folder.path, 'data'),
      SSHORE_DATABASE_URL: url,
      SSHORE_HTTP_PORT: '0',
      SSHORE_SSH_PORT: '0',
      SSHORE_CONSOLE_DIR: folder.path,
      SSHORE_LOG_FORMAT: 'json',
    })
    await server.says(/PostgreSQL cannot be reached; trying again/)
    await postgres.start()
    await server.says(/server is ready/)
  })
})

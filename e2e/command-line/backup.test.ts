// A backup is made while others write, and a server that starts from it goes on where the other one stood.
import { join } from 'node:path'
import { createClient, fetchTransport } from '@sshore/client'
import { sshore, startServerProcess, temporaryFolder } from '@sshore/testkit'
import { expect, test } from 'vitest'

test('a backup under write load is restored as a whole server, where tokens are still good', async () => {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const restored = join(folder.path, 'restored')
  const backup = join(folder.path, 'backup')
  const setup = ['setup', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin']
  await sshore(setup, { SSHORE_DATA_DIR: dataDir }, { stdin: 'secret-1' })
  let token = ''
  let written = 0
  {
    await using server = await startServerProcess(dataDir)
    const url = `http://127.0.0.1:${server.httpPort}`
    const { body } = await createClient(fetchTransport(url, fetch)).login({
      body: { username: 'ada', password: 'secret-1' },
    })
    token = body.token
    const ada = createClient(fetchTransport(url, fetch), () => ({ authorization: `Bearer ${token}` }))
    let writing = true
    const load = (async () => {
      while (writing) {
        await ada.createNamespace({ body: { name: `load-${written}` } })
        written += 1
      }
    })()
    const ran = await sshore(['backup', backup, '--json'], { SSHORE_DATA_DIR: dataDir })
    const before = written
    writing = false
    await load
    expect(ran).toMatchObject({ code: 0 })
    // Somebody wrote meanwhile, or this test shows nothing.
    expect(before).toBeGreaterThan(0)
  }
  expect((await sshore(['backup', 'verify', backup])).code).toBe(0)
  expect((await sshore(['restore', backup], { SSHORE_DATA_DIR: restored })).code).toBe(0)
  await using server = await startServerProcess(restored)
  const url = `http://127.0.0.1:${server.httpPort}`
  const ada = createClient(fetchTransport(url, fetch), () => ({ authorization: `Bearer ${token}` }))
  const { headers } = await ada.listNamespaces({ query: { per_page: 1, page: 1 } })
  const total = Number(headers['X-Total-Count'])
  expect(total).toBeGreaterThan(1)
  expect(total).toBeLessThanOrEqual(written + 1)
})

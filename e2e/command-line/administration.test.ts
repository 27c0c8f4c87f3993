// What takes processes: secrets through a real pipe, and servers that want the same folder or port. The commands themselves are
// tested in packages/sshore.
import { join } from 'node:path'
import { type Ran, sshore, startServerProcess, temporaryFolder } from '@sshore/testkit'
import { expect, it } from 'vitest'

it('sets a server up through a pipe, and lets no other one onto its folder or its port', async () => {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const setup = ['setup', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin', '--json']
  const ran = await sshore(setup, { SSHORE_DATA_DIR: dataDir }, { stdin: 'secret-1\n' })
  expect(ran).toMatchObject({ code: 0 })
  expect(JSON.parse(ran.stdout)).toMatchObject({ done: true, username: 'ada' })

  await using server = await startServerProcess(dataDir)
  const users = await sshore(['user', 'list', '--json'], { SSHORE_DATA_DIR: dataDir })
  expect(JSON.parse(users.stdout)).toMatchObject([{ username: 'ada' }])
  const start = (dir: string, port: string): Promise<Ran> =>
    sshore(['server'], {
      SSHORE_DATA_DIR: dir,
      SSHORE_HTTP_PORT: port,
      SSHORE_SSH_PORT: '0',
      SSHORE_CONSOLE_DIR: dataDir,
    })
  expect(await start(dataDir, '0')).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/Another server runs on .*SSHORE_DATA_DIR/),
  })
  const port = String(server.httpPort)
  expect(await start(`${dataDir}-2`, port)).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(new RegExp(`Port ${port} .*SSHORE_HTTP_PORT`)),
  })
})

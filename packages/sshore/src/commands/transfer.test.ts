import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonOf, startTestInstance } from '../test-instance.ts'
import { run } from '../test-program.ts'

test('a namespace goes from one running server to another, where its people and devices are known', async () => {
  await using there = await startTestInstance()
  await using here = await startTestInstance()
  const { tenantId } = await there.signUp('ana')
  const uid = await there.device(tenantId, 'bench')
  await jsonOf(there.beside('device accept ana bench --json'))
  const file = join(there.folder, 'ana.sshore')

  const exported = await jsonOf(there.beside(`export ana --with-passwords --output ${file} --json`))
  expect(exported).toMatchObject({ users: 1, rows: { devices: 1 } })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await there.beside('export ana')).stdout.trimEnd().split('\n')).toHaveLength(
    (await readFile(file, 'utf8')).trimEnd().split('\n').length,
  )

  const refused = await here.beside(`import ${file}`)
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('--create-users') })
  expect(await jsonOf(here.beside(`import ${file} --create-users --json`))).toMatchObject({ createdUsers: ['ana'] })
  expect(await jsonOf(here.beside('device list ana --json'))).toMatchObject([{ uid, name: 'bench', online: false }])
  await here.anonymous.login({ body: { username: 'ana', password: 'secret-1' } })

  expect((await here.beside('import /nowhere/file')).code).toBe(3)
  expect((await here.beside(`import ${file} --user ana`)).code).toBe(2)
  expect((await run(`export nobody --data-dir ${there.dataDir}`)).code).toBe(3)
  // Two whole servers, on a machine that may have other tests to run.
}, 60_000)
